import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { newId } from '#/platform/ids/new-id.ts'
import type { StorageLeg } from '../storage-legs.ts'
import type { TestApi } from '../test-api.ts'

import {
  keep,
  makeSpace,
  nameInContent,
  pixel,
  publish,
  store,
  urlOf,
} from './test-files.ts'

/** Reads to the end: a body that nobody reads would hold up the end of the server. */
async function get(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, bytes, text: String(bytes) }
}

/** The same for every kind of storage. */
export function describeDownloads({ title, skip, open }: StorageLeg): void {
  describe(`downloading ${title}`, { skip }, () => {
    let api: TestApi
    let close: () => Promise<void>
    let space: string
    before(async () => {
      ;({ api, close } = await open())
      space = await makeSpace(api)
    })
    after(() => close?.())

    it('gives the bytes with headers that keep them from running', async () => {
      const bytes = randomBytes(300_000)
      const reply = await get(await publish(api, space, bytes, { name: 'a b.bin' }))
      assert.equal(reply.status, 200)
      assert.deepEqual(reply.bytes, bytes)
      const headers = Object.fromEntries(reply.headers)
      assert.partialDeepStrictEqual(headers, {
        'content-type': 'application/octet-stream',
        'content-length': '300000',
        'content-disposition': 'attachment; filename="a b.bin"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=60',
      })
      assert.match(headers['etag'] ?? '', /^"\w{20}"$/)
    })

    it('shows images, video, audio and PDF, and has everything else saved', async () => {
      const shown: [string | Buffer, string, string][] = [
        [pixel, 'image/png', 'inline'],
        ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'inline'],
        ['%PDF-1.7', 'application/pdf', 'inline'],
        ['x', 'video/mp4', 'inline'],
        ['x', 'audio/mpeg', 'inline'],
        ['<script>alert(1)</script>', 'text/html', 'attachment'],
        ['x', 'text/plain', 'attachment'],
        ['x', 'application/xhtml+xml', 'attachment'],
      ]
      for (const [bytes, contentType, disposition] of shown) {
        const reply = await get(await publish(api, space, bytes, { contentType }))
        assert.equal(reply.headers.get('content-type'), contentType)
        assert.match(
          reply.headers.get('content-disposition') ?? '',
          new RegExp(`^${disposition};`),
        )
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
      }
    })

    it('does not take a page for an image because somebody said so', async () => {
      const url = await publish(api, space, '<script>alert(1)</script>', {
        name: 'x.png',
        contentType: 'image/png',
      })
      const reply = await get(url)
      assert.equal(reply.headers.get('content-type'), 'application/octet-stream')
      assert.match(reply.headers.get('content-disposition') ?? '', /^attachment;/)
    })

    it('never compresses, so that ranges count the bytes of the file', async () => {
      const url = await publish(api, space, 'x'.repeat(5000), {
        contentType: 'text/plain',
      })
      const reply = await get(url, { 'accept-encoding': 'gzip' })
      assert.equal(reply.headers.get('content-encoding'), null)
      assert.equal(reply.text.length, 5000)
    })

    it('answers ranges', async () => {
      const url = await publish(api, space, '0123456789')
      const ranges: [string, number, string, string | null][] = [
        ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
        ['bytes=7-', 206, '789', 'bytes 7-9/10'],
        ['bytes=-2', 206, '89', 'bytes 8-9/10'],
        ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
        ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
        ['bytes=10-', 416, '', 'bytes */10'],
        ['bytes=-0', 416, '', 'bytes */10'],
        ['bytes=3-1', 200, '0123456789', null],
        ['bytes=0-1,4-5', 200, '0123456789', null],
        ['lines=0-1', 200, '0123456789', null],
      ]
      for (const [range, status, text, contentRange] of ranges) {
        const reply = await get(url, { range })
        assert.equal(reply.status, status, range)
        assert.equal(reply.text, text, range)
        assert.equal(reply.headers.get('content-range'), contentRange, range)
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff', range)
        assert.match(reply.headers.get('content-security-policy') ?? '', /^sandbox;/)
        assert.equal(reply.headers.get('cache-control'), 'private, max-age=60', range)
      }
    })

    it('honours If-Range and If-None-Match', async () => {
      const url = await publish(api, space, '0123456789')
      const etag = (await get(url)).headers.get('etag') ?? ''
      const range = 'bytes=0-3'
      assert.equal((await get(url, { range, 'if-range': etag })).status, 206)
      assert.equal((await get(url, { range, 'if-range': '"other"' })).status, 200)
      const known = await get(url, { 'if-none-match': `"x", ${etag}` })
      assert.equal(known.status, 304)
      assert.equal(known.headers.get('etag'), etag)
      assert.equal(known.headers.get('x-content-type-options'), 'nosniff')
      assert.equal((await get(url, { 'if-none-match': '"other"' })).status, 200)
    })

    it('tells about the file on HEAD, and nothing more', async () => {
      const url = await publish(api, space, '0123456789', { contentType: 'text/plain' })
      const reply = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-3' } })
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('content-length'), '10')
      assert.equal(reply.headers.get('content-type'), 'text/plain')
      assert.equal(await reply.text(), '')
    })

    it('gives an empty file', async () => {
      const reply = await get(await publish(api, space, ''))
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('content-length'), '0')
      assert.equal(reply.text, '')
    })

    it('gives the newest bytes of a file, and those of one that was deleted', async () => {
      const first = await store(api, space, { base64: 'YQ==' })
      const second = await store(api, space, { base64: 'Yg==' })
      await keep(api, space, first, second)
      const fileId = await nameInContent(api, space, first, { to: 5 })
      const url = urlOf(api, space, fileId)
      assert.equal((await get(url)).text, 'a')
      await nameInContent(api, space, second, { fileId, from: 5, to: 9 })
      assert.equal((await get(url)).text, 'b')
    })

    it('hides a file of a trashed space, and of none at all', async () => {
      const trashed = await makeSpace(api)
      const url = await publish(api, trashed, 'x')
      assert.equal((await get(url)).status, 200)
      await api.rows('update content_node set deleted_at = now() where id = $1', [
        trashed,
      ])
      assert.equal((await get(url)).status, 404)
      await api.rows('update content_node set deleted_at = null where id = $1', [trashed])
      assert.equal((await get(url)).status, 200)
      assert.equal((await get(urlOf(api, trashed, newId()))).status, 404)
      assert.equal((await get(urlOf(api, newId(), newId()))).status, 404)
    })

    it('finds a file after its space was transferred', async () => {
      const moved = await makeSpace(api)
      const url = await publish(api, moved, 'moved')
      assert.equal((await get(url)).status, 200)
      const fileId = url.split('/').at(-3) ?? ''
      const to = api.otherOrganization
      await api.rows(
        `with n as (insert into content_node select $1, id, kind, parent_id, title, description,
           default_level, position, lineage, base_level, state, created_by from content_node where id = $2)
         select 1`,
        [to, moved],
      )
      await api.rows(`insert into space (organization_id, id) values ($1, $2)`, [
        to,
        moved,
      ])
      await api.rows(
        `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
         values ($1, $2, $2, 1, 'r')`,
        [to, moved],
      )
      await api.rows(
        `insert into entry_version
         select (jsonb_populate_record(null::entry_version,
           to_jsonb(v) || jsonb_build_object('organization_id', $1::text))).*
         from entry_version as v where v.organization_id = $2 and v.space_id = $3`,
        [to, api.organization, moved],
      )
      await api.rows(
        'delete from entry_version where organization_id = $1 and space_id = $2',
        [api.organization, moved],
      )
      await api.rows(
        `update content_node set state = 'left' where organization_id = $1 and id = $2`,
        [api.organization, moved],
      )
      await api.rows('update directory set organization_id = $1 where id = $2', [
        to,
        moved,
      ])
      const there = urlOf(api, moved, fileId, { as: 'outsider' })
      assert.equal((await get(there)).text, 'moved')
      assert.equal((await get(url)).status, 404)
    })

    it('answers every altered URL as if there were no such file', async () => {
      const object = await store(api, space, { base64: 'YQ==' })
      await keep(api, space, object)
      const fileId = await nameInContent(api, space, object)
      const other = await nameInContent(api, space, object)
      const url = urlOf(api, space, fileId)
      const otherSpace = await makeSpace(api)
      const [epoch = '', mac = ''] = url.split('/').at(-2)?.split(/-(.*)/s) ?? []
      const signature = `${epoch}-${mac}`
      const altered = [
        url.replace(fileId, other),
        url.replace(space, otherSpace),
        url.replace(signature, `2-${mac}`),
        url.replace(signature, `01-${mac}`),
        url.replace(signature, `${epoch}-${mac.slice(0, -1)}`),
        url.replace(
          signature,
          `${epoch}-${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`,
        ),
        url.replace(signature, mac),
        url.replace(signature, 'x'),
      ]
      for (const wrong of altered) {
        const reply = await get(wrong)
        assert.equal(reply.status, 404, wrong)
        assert.equal(JSON.parse(reply.text).error.reason, 'not_found')
      }
      assert.equal((await get(`${url}-renamed`)).status, 200)
    })

    it('revokes all URLs of a space at once', async () => {
      const revoked = await makeSpace(api)
      const object = await store(api, revoked, { base64: 'YQ==' })
      await keep(api, revoked, object)
      const fileId = await nameInContent(api, revoked, object)
      await api.rows('update space set file_epoch = 2 where id = $1', [revoked])
      assert.equal((await get(urlOf(api, revoked, fileId))).status, 404)
      assert.equal((await get(urlOf(api, revoked, fileId, { fileEpoch: 2 }))).status, 200)
    })

    it('downloads under any name a file can have', async () => {
      for (const name of [
        '..',
        '.',
        'a/b?c#d',
        'x'.repeat(256),
        '漢'.repeat(256),
        '😀 é"\\.png',
        '%2e%2e',
        'a\nb',
      ]) {
        const reply = await get(await publish(api, space, 'x', { name }))
        assert.equal(reply.status, 200, name)
        assert.match(
          reply.headers.get('content-disposition') ?? '',
          /^attachment; filename="[^"\\/]+"/,
        )
      }
    })

    it('answers 404 when the bytes are lost', async () => {
      const object = await store(api, space, { base64: 'YQ==' })
      await keep(api, space, object)
      const fileId = await nameInContent(api, space, object)
      await api.services.storage.delete(object.key)
      const reply = await get(urlOf(api, space, fileId))
      assert.equal(reply.status, 404)
      assert.equal(reply.headers.get('cache-control'), 'no-store')
    })

    it('tells people in words that there is nothing, and programs as ever', async () => {
      const url = urlOf(api, space, newId())
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const page = await get(url, { accept })
      assert.equal(page.status, 404)
      assert.match(page.text, /<h1>This file is not here<\/h1>/)
      assert.doesNotMatch(page.text, new RegExp(space))
      assert.partialDeepStrictEqual(Object.fromEntries(page.headers), {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      })
      for (const asked of [
        'image/avif,image/webp,*/*;q=0.8',
        'application/json',
        '*/*',
      ]) {
        const reply = await get(url, { accept: asked })
        assert.equal(reply.status, 404)
        assert.equal(JSON.parse(reply.text).error.reason, 'not_found')
        assert.equal(reply.headers.get('cache-control'), 'no-store')
      }
    })
  })
}
