import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import Fastify, { type FastifyInstance } from 'fastify'

import { answerError } from '#/platform/http/error-handler.ts'
import { createSigner } from '#/platform/secrets/signing.ts'
import { folderStorageRoutes } from '#/platform/storage/folder-storage-routes.ts'
import {
  openFolderStorage,
  type FolderStorage,
} from '#/platform/storage/folder-storage.ts'

const oldKey = 'a secret key that only these tests use'
const newKey = 'another secret key that only these tests use'
const text = 'text/plain'
const minute = { expiresInSeconds: 60 }
const idleMsMax = 300

let parent: string
let folder: string
let outside: string
let storage: FolderStorage
let server: FastifyInstance
let publicUrl: string

function openWith(secretKeys: readonly string[]): FolderStorage {
  return openFolderStorage(
    { kind: 'folder', folder, publicUrl },
    createSigner(secretKeys),
  )
}

before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lectern-storage-'))
  folder = join(parent, 'made', 'when', 'needed')
  outside = join(parent, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'precious'), 'untouched')
  publicUrl = 'http://unused'
  const signer = createSigner([newKey, oldKey])
  server = Fastify({ forceCloseConnections: true })
  server.setErrorHandler(answerError)
  const served = openWith([newKey, oldKey])
  await server.register(folderStorageRoutes, { storage: served, signer, idleMsMax })
  publicUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  storage = openWith([newKey])
})

after(async () => {
  await server.close()
  await rm(parent, { recursive: true })
})

function put(key: string, content: string, contentType = text): Promise<void> {
  const body = Buffer.from(content)
  return storage.put(key, body, { contentType, sizeBytes: body.length })
}

function contentOf(contentType: string): string {
  return `${contentType} `.repeat(20_000)
}

async function read(key: string): Promise<string | undefined> {
  const found = await storage.get(key)
  return found && (await buffer(found.body)).toString()
}

function uploadUrl(key: string, sizeBytes: number): Promise<string> {
  return storage.presignPut(key, { contentType: text, sizeBytes, ...minute })
}

function upload(url: string, body: string): Promise<Response> {
  return fetch(url, { method: 'PUT', headers: { 'content-type': text }, body })
}

async function reasonOf(answer: Response): Promise<unknown> {
  const { error }: { error: { reason: string } } = JSON.parse(await answer.text())
  return error.reason
}

/** Sends the path unchanged, where fetch would first resolve its dots. */
function rawPut(path: string, headers: Record<string, string>): ClientRequest {
  const { hostname, port } = new URL(publicUrl)
  return httpRequest({ hostname, port, path, method: 'PUT', headers })
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(request, 'response')
  assert.ok(answer)
  return answer.resume()
}

describe('files in a folder', () => {
  it('replaces a file and its content type at once, whatever readers are doing', async () => {
    const writers = ['text/plain', 'text/a-much-longer-type', 'image/png', 'a/b']
    const state = { writers: writers.length, reads: 0 }
    await put('busy/file', contentOf('a/b'), 'a/b')
    const writing = writers.map(async (type) => {
      for (let time = 0; time < 15; time += 1) {
        await put('busy/file', contentOf(type), type)
      }
      state.writers -= 1
    })
    while (state.writers > 0) {
      const found = await storage.get('busy/file')
      assert.ok(found)
      const content = (await buffer(found.body)).toString()
      assert.ok(content === contentOf(found.contentType), found.contentType)
      state.reads += 1
    }
    await Promise.all(writing)
    assert.ok(state.reads > 5, `${state.reads} reads`)
  })

  it('writes into folders that deletes are removing at the same time', async () => {
    const workers = Array.from({ length: 8 }, async (_, worker) => {
      for (let round = 0; round < 40; round += 1) {
        const key = `shared/deep/dir/${worker}`
        await put(key, String(round))
        assert.equal(await read(key), String(round))
        await storage.delete(key)
      }
    })
    await Promise.all(workers)
    assert.equal((await readdir(folder)).includes('shared+'), false)
  })

  it('deletes thousands of files below a prefix and the folders they were in', async () => {
    const keys = Array.from({ length: 2_300 }, (_, index) =>
      index < 2_100 ? `many/of/f${index}` : `many/of/deep/d${index % 20}/f${index}`,
    )
    await put('many/stays', 'x')
    for (let start = 0; start < keys.length; start += 100) {
      await Promise.all(keys.slice(start, start + 100).map((key) => put(key, key)))
    }
    await storage.deleteAll('many/of')

    assert.deepEqual(await readdir(join(folder, 'many+')), ['stays'])
  })

  it('leaves no empty folders behind a deleted file', async () => {
    await put('lonely/deep/down/file', 'x')
    await storage.delete('lonely/deep/down/file')
    await storage.check()

    const names = await readdir(folder)
    assert.equal(names.includes('lonely+'), false)
    assert.equal(names.includes('lectern-check+'), false)
  })

  it('neither reads, writes nor deletes through a folder that is a symbolic link', async () => {
    await mkdir(join(outside, 'below+'))
    await writeFile(join(outside, 'below+', 'file'), 'untouched')
    await put('linked/neighbour', 'x')
    await symlink(outside, join(folder, 'linked+', 'out+'))
    const refusal = { message: /symbolic link/ }

    for (const key of [
      'linked/out/precious',
      'linked/out/below/file',
      'linked/out/new/x',
    ]) {
      await assert.rejects(put(key, 'overwritten'), refusal)
    }
    for (const key of ['linked/out/precious', 'linked/out/below/file']) {
      await assert.rejects(storage.get(key), refusal)
      await assert.rejects(storage.delete(key), refusal)
    }
    for (const prefix of ['linked/out', 'linked/out/below']) {
      await assert.rejects(storage.deleteAll(prefix), refusal)
    }
    await storage.deleteAll('linked')
    assert.equal(await read('linked/neighbour'), undefined)
    assert.deepEqual((await readdir(outside)).toSorted(), ['below+', 'precious'])
    assert.equal(await readFile(join(outside, 'below+', 'file'), 'utf8'), 'untouched')
  })

  it('replaces or deletes a symbolic link instead of following it', async () => {
    const precious = join(outside, 'precious')
    for (const name of ['replaced', 'deleted', 'read']) {
      await put(`links/${name}`, 'x')
      await rm(join(folder, 'links+', name))
      await symlink(precious, join(folder, 'links+', name))
    }
    await assert.rejects(storage.get('links/read'), { code: 'ELOOP' })
    await put('links/replaced', 'mine')
    await storage.delete('links/deleted')

    assert.equal(await read('links/replaced'), 'mine')
    assert.deepEqual((await readdir(join(folder, 'links+'))).toSorted(), [
      'read',
      'replaced',
    ])
    assert.equal(await readlink(join(folder, 'links+', 'read')), precious)
    assert.equal(await readFile(precious, 'utf8'), 'untouched')
  })

  it('works in a folder that is itself reached through a symbolic link', async () => {
    const linked = join(parent, 'linked-root')
    await symlink(folder, linked)
    const signer = createSigner([newKey])
    const same = openFolderStorage({ kind: 'folder', folder: linked, publicUrl }, signer)
    await put('root/file', 'x')

    const found = await same.get('root/file')
    assert.equal(found && (await buffer(found.body)).toString(), 'x')
  })

  it('says that a file is damaged instead of giving back a part of it', async () => {
    // Bytes that look like the length of a content type, should a reader take them for one.
    await put('damaged/cut', '\u0001'.repeat(100))
    await put('damaged/emptied', 'a whole file')
    await truncate(join(folder, 'damaged+', 'cut'), 50)
    await truncate(join(folder, 'damaged+', 'emptied'), 0)

    await assert.rejects(storage.get('damaged/cut'), /is damaged. Restore it/)
    await assert.rejects(storage.get('damaged/emptied'), /is damaged. Restore it/)
  })

  it('removes what a killed upload left, once it is a day old', async () => {
    const incoming = join(folder, '~incoming')
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await writeFile(join(incoming, 'abandoned'), 'x')
    await utimes(join(incoming, 'abandoned'), longAgo, longAgo)
    await writeFile(join(incoming, 'under-way'), 'x')
    const restarted = openWith([newKey])
    await restarted.put('swept', Buffer.from('x'), { contentType: text, sizeBytes: 1 })

    assert.deepEqual(await readdir(incoming), ['under-way'])
    await rm(join(incoming, 'under-way'))
  })
})

describe('signed URLs of a folder', () => {
  it('take one upload: the second answers 409 and the first stays', async () => {
    const url = await uploadUrl('once/file', 5)
    assert.equal((await upload(url, 'first')).status, 200)
    const second = await upload(url, 'again')

    assert.equal(second.status, 409)
    assert.equal(await reasonOf(second), 'already_uploaded')
    assert.equal(await read('once/file'), 'first')
  })

  it('take exactly one of many uploads made at the same time', async () => {
    const url = await uploadUrl('once/raced', 2)
    const bodies = Array.from({ length: 20 }, (_, index) => String(10 + index))
    const answers = await Promise.all(bodies.map((body) => upload(url, body)))
    const statuses = answers.map(({ status }) => status)
    const winner = bodies[statuses.indexOf(200)]

    assert.equal(statuses.filter((status) => status === 200).length, 1)
    assert.equal(statuses.filter((status) => status === 409).length, 19)
    assert.equal(await read('once/raced'), winner)
  })

  it('answer with headers that let nothing in the file run', async () => {
    await put('hostile.html', '<script>alert(1)</script>', 'text/html')
    const { headers } = await fetch(await storage.presignGet('hostile.html', minute))

    assert.equal(headers.get('content-type'), 'text/html')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(headers.get('content-disposition'), 'attachment')
    assert.equal(headers.get('cache-control'), 'private, no-store')
  })

  it('refuse each misuse with its own reason', async () => {
    await put('reasons/file', 'x')
    const getUrl = await storage.presignGet('reasons/file', minute)
    const putUrl = await uploadUrl('reasons/new', 5)
    const html = { 'content-type': 'text/html' }
    const expired = await storage.presignGet('reasons/file', { expiresInSeconds: 1 })
    const missing = await storage.presignGet('reasons/missing', minute)
    await sleep(1_100)
    const answers = await Promise.all([
      fetch(`${publicUrl}/~storage/reasons/file`),
      fetch(`${getUrl}x`),
      fetch(expired),
      fetch(missing),
      fetch(putUrl, { method: 'PUT', headers: html, body: '12345' }),
      upload(putUrl, '1234'),
    ])
    const seen = answers.map(async (answer) => [answer.status, await reasonOf(answer)])

    assert.deepEqual(await Promise.all(seen), [
      [403, 'storage_url_invalid'],
      [403, 'storage_url_invalid'],
      [403, 'storage_url_expired'],
      [404, 'not_found'],
      [400, 'upload_type_mismatch'],
      [400, 'upload_size_mismatch'],
    ])
  })

  it('refuse a type or size that was changed, even for an upload that agrees with it', async () => {
    const url = new URL(await uploadUrl('changed/file', 5))
    url.searchParams.set('type', 'text/html')
    const headers = { 'content-type': 'text/html' }
    const otherType = await fetch(url, { method: 'PUT', headers, body: '12345' })
    url.searchParams.set('type', text)
    url.searchParams.set('size', '6')
    const otherSize = await upload(url.href, '123456')

    assert.deepEqual([otherType.status, otherSize.status], [403, 403])
    assert.equal(await read('changed/file'), undefined)
  })

  it('stay good while their secret key is accepted and no longer', async () => {
    await put('rotated/file', 'x')
    const accepted = await openWith([oldKey]).presignGet('rotated/file', minute)
    const removed = await openWith(['a key that was removed']).presignGet(
      'rotated/file',
      minute,
    )

    assert.equal((await fetch(accepted)).status, 200)
    assert.equal((await fetch(removed)).status, 403)
  })

  it('cannot be turned to a path outside, however it is spelled', async () => {
    const query = new URL(await uploadUrl('climb/file', 1)).search
    const paths = [
      '/~storage/climb/file/../../../precious',
      '/~storage/../outside/precious',
      '/~storage/%2e%2e/%2e%2e/outside/precious',
      '/~storage/..%2f..%2foutside%2fprecious',
      '/~storage/climb%00/file',
      '/~storage//climb/file',
      '/~storage/climb/file/',
      '/~storage/',
      '/~storage/~incoming/file',
    ]
    for (const path of paths) {
      const request = rawPut(`${path}${query}`, { 'content-type': text })
      request.end('x')
      const { statusCode } = await answerTo(request)
      assert.ok(statusCode === 403 || statusCode === 404, `${path}: ${statusCode}`)
    }
    assert.equal(await readFile(join(outside, 'precious'), 'utf8'), 'untouched')
    assert.equal(await read('climb/file'), undefined)
  })

  it('answer an upload without a length that turns out too long, and take it right after', async () => {
    const { pathname, search, href } = new URL(await uploadUrl('chunked/file', 100_000))
    const request = rawPut(`${pathname}${search}`, { 'content-type': text })
    request.on('error', () => {})
    const answering = answerTo(request)
    for (let chunk = 0; chunk < 4; chunk += 1) request.write(Buffer.alloc(60_000))
    const answer = await answering
    request.end()

    assert.equal(answer.statusCode, 400)
    assert.equal(await read('chunked/file'), undefined)
    assert.equal((await upload(href, 'y'.repeat(100_000))).status, 200)
  })

  it('keep nothing of an upload whose sender goes away', async () => {
    const { pathname, search } = new URL(await uploadUrl('gone/file', 500_000))
    const headers = { 'content-type': text, 'content-length': '500000' }
    const request = rawPut(`${pathname}${search}`, headers)
    request.on('error', () => {})
    request.write(Buffer.alloc(200_000))
    await waitFor(async () => (await readdir(join(folder, '~incoming'))).length === 1)
    request.destroy()

    await waitFor(async () => (await readdir(join(folder, '~incoming'))).length === 0)
    assert.equal(await read('gone/file'), undefined)
  })

  it('give up an upload that stops sending, and say so', async () => {
    const { pathname, search } = new URL(await uploadUrl('stalled/file', 500_000))
    const headers = { 'content-type': text, 'content-length': '500000' }
    const request = rawPut(`${pathname}${search}`, headers)
    request.on('error', () => {})
    request.write(Buffer.alloc(200_000))
    const { statusCode } = await answerTo(request)

    assert.equal(statusCode, 408)
    assert.deepEqual(await readdir(join(folder, '~incoming')), [])
    assert.equal(await read('stalled/file'), undefined)
  })

  it('begin with the public URL, with or without its last slash', async () => {
    const signer = createSigner([newKey])
    for (const base of [
      'https://docs.example.com/api',
      'https://docs.example.com/api/',
    ]) {
      const opened = openFolderStorage(
        { kind: 'folder', folder, publicUrl: base },
        signer,
      )
      const url = await opened.presignGet('a/b.png', minute)
      assert.ok(url.startsWith('https://docs.example.com/api/~storage/a/b.png?'), url)
    }
  })
})

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 30_000
  while (!(await isTrue())) {
    assert.ok(Date.now() < giveUpAt, 'did not happen within 30 seconds')
    await sleep(5)
  }
}
