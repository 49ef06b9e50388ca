import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Storage } from '#/platform/storage/storage.ts'

interface OpenedStorage {
  readonly storage: Storage
  /** One that points to a place where nothing can be written. */
  readonly misplaced: Storage
  close(): Promise<void>
}

interface Leg {
  readonly title: string
  readonly skip: string | false
  readonly open: () => Promise<OpenedStorage>
}

const text = 'text/plain'
const minute = { expiresInSeconds: 60 }

function put(
  storage: Storage,
  key: string,
  content: string | Buffer,
  contentType = text,
) {
  const body = Buffer.from(content)
  return storage.put(key, body, { contentType, sizeBytes: body.length })
}

async function read(storage: Storage, key: string): Promise<string | undefined> {
  const found = await storage.get(key)
  return found && (await buffer(found.body)).toString()
}

function upload(url: string, content: string | Buffer, contentType = text) {
  const headers = { 'content-type': contentType }
  return fetch(url, { method: 'PUT', headers, body: Buffer.from(content) })
}

async function refused(answer: Promise<Response>, about: string): Promise<void> {
  const { status } = await answer
  assert.ok(status >= 400 && status < 500, `${about}: ${status}`)
}

/** Looks complete for so long that a careless store has already kept it. */
async function* turningOutLonger() {
  yield Buffer.from('123456')
  await sleep(300)
  yield Buffer.from('7')
}

async function* breakingOff() {
  yield randomBytes(100_000)
  await sleep(20)
  throw new Error('the sender went away')
}

/** The same URL with each of its parts changed in turn: the key, then every parameter. */
function alterations(url: string): string[] {
  const elsewhere = new URL(url)
  elsewhere.pathname = elsewhere.pathname.replace(/\w$/, 'Z')
  const altered = [elsewhere.href]
  for (const [name, value] of new URL(url).searchParams) {
    const changed = new URL(url)
    const last = value.endsWith('1') ? '2' : '1'
    changed.searchParams.set(name, value.slice(0, -1) + last)
    const longer = new URL(url)
    longer.searchParams.set(name, `${value}0`)
    const without = new URL(url)
    without.searchParams.delete(name)
    altered.push(changed.href, longer.href, without.href)
  }
  return altered
}

/** The same for every kind of storage. */
export function describeStorage({ title, skip, open }: Leg): void {
  describe(title, { skip }, () => {
    let opened: OpenedStorage
    let storage: Storage
    before(async () => {
      opened = await open()
      storage = opened.storage
    })
    after(() => opened?.close())

    it('gives back the bytes, the size and the content type it was given', async () => {
      await put(storage, 'files/logo.png', Buffer.from([0, 255, 10, 13]), 'image/png')

      const found = await storage.get('files/logo.png')
      assert.ok(found)
      assert.equal(found.sizeBytes, 4)
      assert.equal(found.contentType, 'image/png')
      assert.deepEqual(await buffer(found.body), Buffer.from([0, 255, 10, 13]))
    })

    it('gives a part of a file, and tells the size of the whole', async () => {
      await put(storage, 'files/digits', '0123456789')
      const part = await storage.get('files/digits', { start: 2, end: 4 })
      assert.ok(part)
      assert.equal(part.sizeBytes, 10)
      assert.equal(String(await buffer(part.body)), '234')
      assert.equal(await storage.get('files/none', { start: 0, end: 1 }), undefined)
    })

    it('copies a file, which then is independent of the first', async () => {
      await put(storage, 'copies/first', 'one', 'text/x-one')
      assert.equal(await storage.copy('copies/first', 'copies/deep/second'), true)
      await storage.delete('copies/first')
      const copy = await storage.get('copies/deep/second')
      assert.equal(copy?.contentType, 'text/x-one')
      assert.equal(copy && String(await buffer(copy.body)), 'one')
      assert.equal(await storage.copy('copies/first', 'copies/third'), false)
      assert.equal(await read(storage, 'copies/third'), undefined)
    })

    it('keeps the parameters of a content type', async () => {
      await put(storage, 'files/page', 'é', 'text/html; charset=utf-8')

      const found = await storage.get('files/page')
      assert.equal(found?.contentType, 'text/html; charset=utf-8')
      found?.body.destroy()
    })

    it('takes a stream of several megabytes and gives it back unchanged', async () => {
      const chunks = Array.from({ length: 80 }, () => randomBytes(64 * 1024 + 7))
      const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      await storage.put('files/large', Readable.from(chunks), {
        contentType: text,
        sizeBytes,
      })

      const found = await storage.get('files/large')
      assert.ok(found)
      assert.equal(found.sizeBytes, sizeBytes)
      const digest = createHash('sha256')
      for await (const chunk of found.body) digest.update(chunk)
      const expected = createHash('sha256').update(Buffer.concat(chunks)).digest('hex')
      assert.equal(digest.digest('hex'), expected)
    })

    it('takes empty files, from memory and from a stream', async () => {
      await put(storage, 'files/empty', '')
      const about = { contentType: text, sizeBytes: 0 }
      await storage.put('files/empty-stream', Readable.from([]), about)

      assert.equal(await read(storage, 'files/empty'), '')
      assert.equal(await read(storage, 'files/empty-stream'), '')
    })

    it('replaces a file together with its content type', async () => {
      await put(storage, 'files/replaced', 'a longer first version', 'text/plain')
      await put(storage, 'files/replaced', '{}', 'application/json')

      const found = await storage.get('files/replaced')
      assert.ok(found)
      assert.equal(found.contentType, 'application/json')
      assert.equal((await buffer(found.body)).toString(), '{}')
    })

    it('keeps a key apart from the keys below it', async () => {
      await put(storage, 'apart/a', 'file')
      await put(storage, 'apart/a/b', 'below')
      await storage.delete('apart/a')

      assert.equal(await read(storage, 'apart/a'), undefined)
      assert.equal(await read(storage, 'apart/a/b'), 'below')
    })

    it('knows nothing under keys that hold nothing', async () => {
      await put(storage, 'known/file', 'x')
      for (const key of [
        'unknown',
        'known',
        'known/other',
        'known/file/below',
        'a/b/c',
      ]) {
        assert.equal(await storage.get(key), undefined, key)
      }
    })

    it('deletes a file, and calls it done when there is none', async () => {
      await put(storage, 'deleted/file', 'x')
      await storage.delete('deleted/file')
      await storage.delete('deleted/file')
      await storage.delete('never/there')

      assert.equal(await read(storage, 'deleted/file'), undefined)
    })

    it('deletes all below a prefix and nothing that only begins like it', async () => {
      const below = ['orgs/one/a', 'orgs/one/b/c', 'orgs/one/b/d.png', 'orgs/one/e']
      const beside = ['orgs/one', 'orgs/one-more/a', 'orgs/on', 'orgs/two/one/a']
      for (const key of [...below, ...beside]) await put(storage, key, key)
      await storage.deleteAll('orgs/one')
      await storage.deleteAll('orgs/never-there')

      for (const key of below) assert.equal(await read(storage, key), undefined, key)
      for (const key of beside) assert.equal(await read(storage, key), key)
    })

    it('refuses a body of another size than told and leaves the file as it was', async () => {
      await put(storage, 'files/sized', 'as it was')
      const bodies = [
        Buffer.from('12345'),
        Buffer.from('1234567'),
        Readable.from([Buffer.from('12345')]),
        Readable.from([Buffer.from('123456'), Buffer.from('7')]),
        Readable.from([Buffer.from('1234567')]),
        Readable.from(turningOutLonger()),
        Readable.from([]),
      ]
      for (const body of bodies) {
        const about = { contentType: text, sizeBytes: 6 }
        await assert.rejects(storage.put('files/sized', body, about), {
          name: 'SizeMismatchError',
        })
      }
      assert.equal(await read(storage, 'files/sized'), 'as it was')
    })

    it('fails with the error of a body that breaks off and leaves the file as it was', async () => {
      await put(storage, 'files/broken', 'as it was')
      const about = { contentType: text, sizeBytes: 200_000 }
      await assert.rejects(
        storage.put('files/broken', Readable.from(breakingOff()), about),
        /the sender went away/,
      )
      assert.equal(await read(storage, 'files/broken'), 'as it was')
    })

    it('refuses keys that are no names: empty, dotted out, absolute, odd or too long', async () => {
      const keys =
        ' / . .. a/ /a a//b a/../b ../a a/.. ./a a\\b a\0b é a+b ~a/b a%2fb a?b'
          .split(' ')
          .concat('a b', 'a\n', 'x'.repeat(201), `${'abcde/'.repeat(100)}a`)
      const about = { contentType: text, sizeBytes: 1 }
      for (const key of keys) {
        const refusal = { message: /Not a storage key/ }
        await assert.rejects(put(storage, key, 'x'), refusal, key)
        await assert.rejects(storage.get(key), refusal, key)
        await assert.rejects(storage.delete(key), refusal, key)
        await assert.rejects(storage.deleteAll(key), refusal, key)
        await assert.rejects(storage.presignGet(key, minute), refusal, key)
        await assert.rejects(
          storage.presignPut(key, { ...about, ...minute }),
          refusal,
          key,
        )
      }
    })

    it('takes the longest keys it allows', async () => {
      const longest = [200, 200, 110].map(
        (length) => '.'.repeat(3) + 'x'.repeat(length - 3),
      )
      const key = longest.join('/')
      await put(storage, key, 'x')

      assert.equal(key.length, 512)
      assert.equal(await read(storage, key), 'x')
      const url = await storage.presignGet(key, minute)
      assert.equal(await (await fetch(url)).text(), 'x')
    })

    it('refuses content types, sizes and expiries that make no sense', async () => {
      for (const type of [
        '',
        'text',
        'text/',
        'text/a b',
        'a/b\r\nx: y',
        'a/é',
        'a/b;c',
      ]) {
        await assert.rejects(put(storage, 'files/x', 'x', type), /Not a content type/)
      }
      for (const sizeBytes of [-1, 0.5, Number.NaN, 6 * 1024 ** 3]) {
        const about = { contentType: text, sizeBytes }
        await assert.rejects(
          storage.put('files/x', Buffer.from('x'), about),
          /Not a file size/,
        )
      }
      for (const expiresInSeconds of [0, -1, 1.5, 604_801, Number.NaN]) {
        await assert.rejects(
          storage.presignGet('files/x', { expiresInSeconds }),
          /signed URL lives/,
        )
      }
    })

    it('signs URLs that take an upload and give it back as an attachment', async () => {
      const content = randomBytes(3_000_000)
      const about = { contentType: 'application/pdf', sizeBytes: content.length }
      const putUrl = await storage.presignPut('signed/a.pdf', { ...about, ...minute })
      const sent = await upload(putUrl, content, 'application/pdf')
      assert.equal(sent.status, 200, await sent.text())

      const answer = await fetch(await storage.presignGet('signed/a.pdf', minute))
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'application/pdf')
      assert.equal(answer.headers.get('content-length'), String(content.length))
      assert.equal(answer.headers.get('content-disposition'), 'attachment')
      assert.ok(content.equals(Buffer.from(await answer.arrayBuffer())))
    })

    it('takes an upload of an empty file', async () => {
      const about = { contentType: text, sizeBytes: 0, ...minute }
      const url = await storage.presignPut('signed/empty', about)
      const sent = await upload(url, '')
      assert.equal(sent.status, 200, await sent.text())
      assert.equal(await read(storage, 'signed/empty'), '')
    })

    it('answers 404 to a signed URL of a file that is not there', async () => {
      const answer = await fetch(await storage.presignGet('signed/missing', minute))
      await answer.body?.cancel()
      assert.equal(answer.status, 404)
    })

    it('refuses a download URL with any part altered', async () => {
      await put(storage, 'signed/download', 'x')
      await put(storage, 'signed/downloaZ', 'other')
      const url = await storage.presignGet('signed/download', minute)
      for (const altered of alterations(url)) {
        await refused(fetch(altered), altered)
      }
      assert.equal((await fetch(url)).status, 200)
    })

    it('refuses an upload URL with any part altered, and keeps nothing', async () => {
      const about = { contentType: text, sizeBytes: 11, ...minute }
      const url = await storage.presignPut('signed/upload', about)
      for (const altered of alterations(url)) {
        await refused(upload(altered, 'hello world'), altered)
      }
      assert.equal(await read(storage, 'signed/upload'), undefined)
      assert.equal(await read(storage, 'signed/uploaZ'), undefined)
      assert.equal((await upload(url, 'hello world')).status, 200)
    })

    it('refuses an upload of another content type or size than signed', async () => {
      const about = { contentType: text, sizeBytes: 5, ...minute }
      const url = await storage.presignPut('signed/exact', about)
      await refused(upload(url, '12345', 'text/html'), 'another type')
      await refused(upload(url, '12345', 'text/plain; charset=utf-8'), 'with a parameter')
      await refused(upload(url, '1234'), 'shorter')
      await refused(upload(url, '123456'), 'longer')
      await refused(fetch(url, { method: 'PUT', body: Buffer.from('12345') }), 'no type')
      assert.equal(await read(storage, 'signed/exact'), undefined)
    })

    it('refuses a signed URL used with another method', async () => {
      await put(storage, 'signed/method', 'x')
      const about = { contentType: text, sizeBytes: 1, ...minute }
      const putUrl = await storage.presignPut('signed/method', about)
      const getUrl = await storage.presignGet('signed/method', minute)
      await refused(fetch(putUrl), 'GET on an upload URL')
      await refused(upload(getUrl, 'y'), 'PUT on a download URL')
      await refused(fetch(getUrl, { method: 'DELETE' }), 'DELETE on a download URL')
      await refused(fetch(getUrl, { method: 'HEAD' }), 'HEAD on a download URL')
      assert.equal(await read(storage, 'signed/method'), 'x')
    })

    it('refuses signed URLs once they have expired', async () => {
      await put(storage, 'signed/expired', 'x')
      const about = { contentType: text, sizeBytes: 1, expiresInSeconds: 1 }
      const putUrl = await storage.presignPut('signed/late', about)
      const getUrl = await storage.presignGet('signed/expired', { expiresInSeconds: 1 })
      await sleep(2_500)
      await refused(fetch(getUrl), 'late download')
      await refused(upload(putUrl, 'x'), 'late upload')
      assert.equal(await read(storage, 'signed/late'), undefined)
    })

    it('passes its own check', async () => {
      await storage.check()
    })

    it('says in the check what failed and where to look', async () => {
      await assert.rejects(opened.misplaced.check(), (error: Error) => {
        assert.match(error.message, /^Storage failed while writing a probe\. Check /)
        assert.ok(error.cause instanceof Error)
        return true
      })
    })
  })
}
