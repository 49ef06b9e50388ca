import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import { purgeSpaces } from '#/features/writing/spaces/space-jobs.ts'
import { runImport } from '#/features/moving/imports/import-jobs.ts'
import { storedFilesOf } from '#test/files/stored-files.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { packFiles, uploadArchive } from '#test/test-archives.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

import { sweepUpload } from '#/features/writing/files/file-jobs.ts'
import { fileBytesCounter, fileChecks } from '#/features/writing/files/files-fsck.ts'

const half = 512 * 1024

function assertFull({ status, body }: { status: number; body: TestBody }): void {
  assert.equal(status, 409, JSON.stringify(body))
  assert.equal(body.error.reason, 'storage_full')
  assert.match(body.error.message, /more than the 2 MB/)
}

const insert = (bytes: number, fill = 'a') => ({
  operation: 'insert_files',
  files: [{ name: 'a.txt', base64: Buffer.alloc(bytes, fill).toString('base64') }],
})

/** Bytes that no archive makes smaller. */
const dense = (files: number) => Array.from({ length: files }, () => randomBytes(half))
const plain = (files: number) =>
  Array.from({ length: files }, (_, nth) => Buffer.alloc(half, nth))

describe('the bytes that an organization may store', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi({ STORAGE_PER_ORGANIZATION_MB: '2' })
  })
  after(async () => api.stop())
  beforeEach(async () => {
    space = await createTestSpace(api)
    await api.rows(`update content_node set deleted_at = now() - interval '90 days'
      where kind = 'space' and id <> '${space.spaceId}'`)
    await purgeSpaces.run({}, api.services)
    const uploads = await api.rows('select key from upload')
    const organizationId = api.organization
    for (const { key } of uploads) {
      await sweepUpload.run({ organizationId, key }, api.services)
    }
    assert.equal(await taken(), 0)
  })

  const taken = async (): Promise<number> => {
    const [row] = await api.rows(
      `select value from organization_counter where organization_id = $1 and name = 'file-bytes'`,
      [api.organization],
    )
    return row?.value ?? 0
  }
  const upload = async (size: number) =>
    api.as('edit').post(`/orgs/${api.organization}/storage/upload`, {
      file: { name: 'a.bin', type: 'application/octet-stream', size },
      kind: 'content_file',
    })
  async function assertCounted(): Promise<void> {
    for (const check of [fileBytesCounter, ...fileChecks]) {
      const { problems } = await check.run(api.services.db, api.organization)
      assert.deepEqual(problems, [], check.kind)
    }
  }
  const importRun = async (assets: readonly Buffer[]): Promise<TestBody> => {
    const named = assets.map((bytes, nth): [string, Buffer] => [
      `.gitbook/assets/${nth}.bin`,
      bytes,
    ])
    const packed = await packFiles(
      new Map<string, string | Buffer>([['README.md', '# Home\n'], ...named]),
    )
    const key = await uploadArchive(api, packed)
    const { body } = await api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'file', files: [key] },
      target: { space: space.spaceId, mode: 'mirror' },
    })
    const of = { organizationId: api.organization, importRunId: body.id }
    await runImport.run(of, api.services)
    const ended = await api.as('edit').get(`/org/${api.organization}/imports/${body.id}`)
    return ended.body
  }
  async function uploaded(size: number): Promise<string> {
    const { status, body } = await upload(size)
    assert.equal(status, 201, JSON.stringify(body))
    const { pathname, search } = new URL(body.url)
    await fetch(`${api.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: randomBytes(size),
    })
    return body.key
  }

  it('are counted for files that are inserted, and the one too many is refused and leaves nothing', async () => {
    for (const fill of ['a', 'b', 'c']) await space.edit(insert(half, fill))
    assert.equal(await taken(), 3 * half)
    assertFull(await space.send([insert(1024, 'd'), insert(half, 'e')]))
    assert.equal(await taken(), 3 * half)
    await space.edit(insert(half, 'f'))
    assertFull(await space.send([insert(1, 'g')]))
    assert.equal((await storedFilesOf(api, space.spaceId)).length, 4)
    await assertCounted()
  })

  it('are counted for uploads until they are swept, and once when they are used', async () => {
    const asked = await upload(half)
    assert.equal(asked.status, 201)
    assert.equal(await taken(), half)
    assertFull(await upload(4 * half))
    const { pathname, search } = new URL(asked.body.url)
    await fetch(`${api.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(half),
    })
    const { key } = asked.body
    await space.edit({ operation: 'insert_files', files: [{ name: 'a.bin', key }] })
    assert.equal(await taken(), half)
    await assertCounted()
    await sweepUpload.run({ organizationId: api.organization, key }, api.services)
    assert.equal(await taken(), half)
    await assertCounted()
  })

  it('are counted for copies of spaces, and given back when a space is gone for good', async () => {
    for (const fill of ['a', 'b']) await space.edit(insert(half, fill))
    await space.edit(insert(1, 'c'))
    assertFull(await api.as('admin').post(`/spaces/${space.spaceId}/duplicate`))
    assert.equal(await taken(), 2 * half + 1)
    await assertCounted()
    const small = await createTestSpace(api)
    await small.edit(insert(1024))
    const copied = await api.as('admin').post(`/spaces/${small.spaceId}/duplicate`)
    assert.equal(copied.status, 201)
    assert.equal(await taken(), 2 * half + 1 + 2048)
    await api.rows(
      `update content_node set deleted_at = now() - interval '90 days' where id = any ($1)`,
      [[space.spaceId, copied.body.id]],
    )
    await purgeSpaces.run({}, api.services)
    assert.equal(await taken(), 1024)
    await assertCounted()
  })

  it('are counted for imports: one that finds no room fails and leaves nothing', async () => {
    const failed = await importRun(plain(5))
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure, /more than the 2 MB/)
    assert.equal(await taken(), 0)
    await assertCounted()
    assert.equal((await importRun(plain(3))).status, 'completed')
    assert.equal(await taken(), 3 * half)
    await assertCounted()
  })

  it('are counted once for an import, whose archive is gone when it ends', async () => {
    const ended = await importRun(dense(3))
    assert.equal(ended.status, 'completed', JSON.stringify(ended))
    assert.equal(await taken(), 3 * half)
    await assertCounted()
    const failed = await importRun(plain(2))
    assert.equal(failed.status, 'failed')
    assert.equal(await taken(), 3 * half)
    await assertCounted()
  })

  it('are counted once for an upload that is used, and for it again when that fails', async () => {
    const key = await uploaded(3 * half)
    const use = { operation: 'insert_files', files: [{ name: 'a.bin', key }] }
    const failing = { operation: 'delete_page', page: 'nowhere' }
    assert.ok((await space.send([use, failing])).status >= 400)
    assert.equal(await taken(), 3 * half)
    assertFull(await upload(2 * half))
    await assertCounted()
    await space.edit(use)
    assert.equal(await taken(), 3 * half)
    assertFull(await upload(2 * half))
    await assertCounted()
    await sweepUpload.run({ organizationId: api.organization, key }, api.services)
    assert.equal(await taken(), 3 * half)
    await assertCounted()
  })

  it('hold for many uploads at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, async () => upload(half)))
    const refused = asked.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 4)
    for (const each of refused) assertFull(each)
    assert.equal(await taken(), 4 * half)
    await assertCounted()
  })
})
