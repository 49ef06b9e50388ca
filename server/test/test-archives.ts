import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'

import { extract, pack } from 'tar-stream'

import { runImport } from '#/features/moving/imports/import-jobs.ts'
import type { SampleName } from '#test/sample.ts'

import type { TestApi, TestBody } from './test-api.ts'

export type TestFiles = ReadonlyMap<string, string | Buffer>

export async function packFiles(files: TestFiles): Promise<Buffer> {
  const tar = pack()
  for (const [name, text] of files) tar.entry({ name }, text)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

export async function unpackFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const tar = extract()
  tar.end(gunzipSync(bytes))
  for await (const entry of tar) files.set(entry.header.name, await buffer(entry))
  return files
}

/** Uploads an archive to import, and gives the key of the upload. */
export async function uploadArchive(api: TestApi, bytes: Buffer): Promise<string> {
  const asked = await api.as('edit').post(`/orgs/${api.organization}/storage/upload`, {
    file: { name: 'content.tar.gz', type: 'application/gzip', size: bytes.length },
    kind: 'import_file',
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  const { pathname, search } = new URL(asked.body.url)
  const sent = await fetch(`${api.url}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip' },
    body: Uint8Array.from(bytes),
  })
  assert.ok(sent.ok, await sent.text())
  return asked.body.key
}

/** Makes a space hold what an archive holds; the job is run here, as a worker would run it. */
export async function importArchive(
  api: TestApi,
  space: string,
  bytes: Buffer,
): Promise<TestBody> {
  const { organization } = api
  const edit = api.as('edit')
  const key = await uploadArchive(api, bytes)
  const started = await edit.post(`/org/${organization}/imports`, {
    source: { type: 'file', files: [key] },
    target: { space, mode: 'mirror' },
  })
  assert.equal(started.status, 201, JSON.stringify(started.body))
  const importRunId: string = started.body.id
  await runImport.run({ organizationId: organization, importRunId }, api.services)
  const { body } = await edit.get(`/org/${organization}/imports/${importRunId}`)
  assert.equal(body.status, 'completed', JSON.stringify(body))
  return body
}

/** The archive that an export answers. */
export async function exportArchive(
  api: TestApi,
  space: string,
  as: SampleName = 'read',
): Promise<Buffer> {
  const reply = await fetch(`${api.url}/v1/spaces/${space}/content/export`, {
    headers: { authorization: `Bearer ${api.tokens[as]}` },
  })
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'application/gzip')
  assert.equal(reply.headers.get('content-encoding'), null)
  return Buffer.from(await reply.arrayBuffer())
}
