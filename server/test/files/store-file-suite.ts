import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'

import { ApiError } from '#/platform/errors/api-error.ts'
import { startServer, type TestServer } from '../egress/test-server.ts'
import type { StorageLeg } from '../storage-legs.ts'
import type { TestApi } from '../test-api.ts'

import { fetchedBytesMax } from '#/features/writing/files/fetch-file.ts'
import { sweepPendingFile, sweepUpload } from '#/features/writing/files/file-jobs.ts'
import { copyFile } from '#/features/writing/files/store-file.ts'
import { askUpload, keep, makeSpace, pixel, store, upload } from './test-files.ts'
import { findUpload, useUpload } from '#/features/writing/files/uploads.ts'

const refusal = (status: number, reason: string) => ({ status, reason })

/** The same for every kind of storage. */
export function describeStoring({ title, skip, open }: StorageLeg): void {
  describe(`storing ${title}`, { skip }, () => {
    let api: TestApi
    let close: () => Promise<void>
    let space: string
    let remote: TestServer
    let behave: RequestListener
    before(async () => {
      ;({ api, close } = await open())
      space = await makeSpace(api)
      remote = await startServer((request, response) => behave(request, response))
    })
    after(async () => {
      await remote?.stop()
      await close?.()
    })

    async function bytesOf(key: string): Promise<string | undefined> {
      const found = await api.services.storage.get(key)
      return found && (await buffer(found.body)).toString('latin1')
    }

    async function pendingKeys(): Promise<string[]> {
      const rows = await api.rows('select key from pending_file')
      return rows.map(({ key }) => key)
    }

    it('copies an upload into the space, with its type and dimensions', async () => {
      const key = await upload(api, pixel)
      const stored = await store(api, space, { key }, { name: 'logo.png' })

      assert.match(stored.key, new RegExp(`^spaces/${space}/\\w{20}$`))
      assert.deepEqual(
        { ...stored, key: '' },
        { key: '', size: pixel.length, contentType: 'image/png', width: 1, height: 1 },
      )
      assert.equal(await bytesOf(stored.key), pixel.toString('latin1'))
    })

    it('uses an upload once, whoever comes first', async () => {
      const key = await upload(api, 'hello', { type: 'text/plain' })
      const one = await store(api, space, { key })
      const other = await store(api, space, { key })
      const outcomes = await Promise.allSettled([
        keep(api, space, one),
        keep(api, space, other),
      ])
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.equal(refused.length, 1)
      assert.equal(refused[0]?.reason.reason, 'upload_used')

      await assert.rejects(store(api, space, { key }), refusal(409, 'upload_used'))
    })

    it('refuses the same upload twice in one change, and leaves it unused', async () => {
      const key = await upload(api, 'hello', { type: 'text/plain' })
      const twice = [await store(api, space, { key }), await store(api, space, { key })]
      await assert.rejects(keep(api, space, ...twice), refusal(409, 'upload_used'))
      assert.ok(await store(api, space, { key }))
    })

    it('refuses what was asked for and not yet uploaded', async () => {
      const { key } = await askUpload(api, 5)
      await assert.rejects(store(api, space, { key }), refusal(409, 'upload_incomplete'))
    })

    it('takes nobody else’s upload, and none that was made for something else', async () => {
      const key = await upload(api, 'hello')
      const unknown = refusal(400, 'upload_unknown')
      await assert.rejects(store(api, space, { key }, { as: 'admin' }), unknown)
      const archive = await upload(api, 'hello', { kind: 'import_file' })
      await assert.rejects(store(api, space, { key: archive }), unknown)
      await assert.rejects(store(api, space, { key: 'spaces/x/y' }), unknown)
      const elsewhere = findUpload(
        { ...api.services, caller: callerOf('edit') },
        { organizationId: api.otherOrganization, key, kind: 'content_file' },
      )
      await assert.rejects(elsewhere, unknown)
    })

    it('gives an archive to the one change it was uploaded for', async () => {
      const key = await upload(api, 'archive', { kind: 'import_file' })
      const context = { ...api.services, caller: callerOf('edit') }
      const of = { organizationId: api.organization, key }
      const found = await findUpload(context, { ...of, kind: 'import_file' })
      assert.equal((await buffer(await found.read())).toString(), 'archive')
      assert.equal((await buffer(await found.read(4))).toString(), 'arch')

      const use = async () => api.services.db.transaction(async (tx) => useUpload(tx, of))
      await use()
      await assert.rejects(use(), refusal(409, 'upload_used'))
    })

    it('keeps bytes that were sent as base64, and takes base64 only', async () => {
      const base64 = Buffer.from('a,b\n1,2\n').toString('base64')
      const stored = await store(api, space, { base64 }, { name: 'table.csv' })
      assert.equal(stored.contentType, 'text/csv')
      assert.equal(stored.size, 8)
      assert.equal(await bytesOf(stored.key), 'a,b\n1,2\n')

      for (const wrong of [
        'YQ',
        'YQ=',
        'Y Q==',
        'YQ==\n',
        'Y-_=',
        'YR==',
        '*',
        'YQ==YQ==',
      ]) {
        await assert.rejects(
          store(api, space, { base64: wrong }),
          refusal(400, 'invalid_base64'),
          wrong,
        )
      }
    })

    it('fetches a file from its URL', async () => {
      behave = (_request, response) => {
        response.setHeader('content-type', 'text/calendar; charset=utf-8')
        response.end('BEGIN:VCALENDAR')
      }
      const stored = await store(api, space, { url: `${remote.origin}/c` })
      assert.equal(stored.contentType, 'text/calendar; charset=utf-8')
      assert.equal(await bytesOf(stored.key), 'BEGIN:VCALENDAR')
    })

    it('believes the bytes of a fetched file more than its server', async () => {
      behave = (_request, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(pixel)
      }
      const stored = await store(api, space, { url: remote.origin })
      assert.equal(stored.contentType, 'image/png')
      assert.equal(stored.width, 1)
    })

    it('stores nothing when a URL cannot be fetched, and says why', async () => {
      const before_ = await pendingKeys()
      const cases: [RequestListener, string, RegExp][] = [
        [(_, response) => response.writeHead(404).end('no'), 'file_url_failed', /404/],
        [(_, response) => response.destroy(), 'file_url_failed', /does not answer/],
        [
          (_, response) =>
            response.writeHead(302, { location: 'http://10.9.8.7/secret' }).end(),
          'file_url_failed',
          /does not answer on the public internet/,
        ],
        [
          (_, response) => response.writeHead(302, { location: 'file:///etc' }).end(),
          'file_url_refused',
          /only http and https/,
        ],
        [
          (_, response) =>
            response.writeHead(200, { 'content-length': fetchedBytesMax + 1 }).end('x'),
          'file_url_refused',
          /larger than the 26214400 bytes/,
        ],
      ]
      for (const [answer, reason, says] of cases) {
        behave = answer
        await assert.rejects(
          store(api, space, { url: remote.origin }, { name: 'logo.png' }),
          (error: unknown) => {
            assert.ok(error instanceof ApiError)
            assert.equal(error.status, 400)
            assert.equal(error.reason, reason)
            assert.match(error.message, says)
            assert.match(error.message, /"logo\.png"/)
            assert.doesNotMatch(error.message, /127\.0\.0|10\.9\.8/)
            return true
          },
        )
      }
      assert.deepEqual(await pendingKeys(), before_)
    })

    it('tells a name inside and a name that does not exist in the same words', async () => {
      const messages: string[] = []
      for (const url of ['http://10.1.2.3/', 'http://no-such-name.invalid/']) {
        await assert.rejects(store(api, space, { url }), (error: Error) => {
          messages.push(error.message)
          return true
        })
      }
      assert.equal(new Set(messages).size, 1, messages.join('\n'))
    })

    it('refuses a content type that is none', async () => {
      await assert.rejects(
        store(api, space, { base64: 'YQ==' }, { contentType: 'image/png\r\nx: y' }),
        refusal(400, 'invalid_content_type'),
      )
    })

    it('removes bytes that no change named, and leaves the others', async () => {
      const kept = await store(api, space, { base64: 'YQ==' })
      const left = await store(api, space, { base64: 'Yg==' })
      await keep(api, space, kept)
      const asked = await api.rows(
        `select data->>'key' as key, start_after > now() + interval '23 hours' as late
         from pgboss.job where name = 'files.sweep-pending'`,
      )
      assert.deepEqual(
        asked.filter(({ key }) => key === left.key),
        [{ key: left.key, late: true }],
      )

      for (const { key } of [kept, left, left]) {
        await sweepPendingFile.run(
          { organizationId: api.organization, key },
          api.services,
        )
      }
      assert.equal(await bytesOf(kept.key), 'a')
      assert.equal(await bytesOf(left.key), undefined)
      assert.ok(!(await pendingKeys()).includes(left.key))
      await assert.rejects(keep(api, space, left), /is not pending/)
    })

    it('removes uploads, used or not, and never what was made of them', async () => {
      const key = await upload(api, 'hello', { type: 'text/plain' })
      const stored = await store(api, space, { key })
      await keep(api, space, stored)
      await sweepUpload.run({ organizationId: api.organization, key }, api.services)
      assert.equal(await bytesOf(key), undefined)
      assert.equal(await bytesOf(stored.key), 'hello')
      await assert.rejects(store(api, space, { key }), refusal(400, 'upload_unknown'))
    })

    it('copies a file into another space, where it outlives the first', async () => {
      const first = await store(api, space, { base64: 'YQ==' })
      const other = await makeSpace(api)
      const key = await copyFile(api.services, {
        organizationId: api.organization,
        spaceId: other,
        key: first.key,
        size: first.size,
      })
      await keep(api, other, { ...first, key })
      await api.services.storage.deleteAll(`spaces/${space}`)
      assert.equal(await bytesOf(key), 'a')
    })

    function callerOf(name: 'edit') {
      const userId = api.users[name]
      return { userId, tokenId: 'test', mayWrite: true, organizationId: undefined }
    }
  })
}
