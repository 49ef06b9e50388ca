import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { SampleName } from '#test/sample.ts'
import type { TestApi } from '#test/test-api.ts'

import { reachable } from './test-files.ts'

const require = createRequire(import.meta.url)

/** A real font with the Latin letters. */
export async function realFont(
  weight: 400 | 700 = 400,
  format: 'woff2' | 'woff' = 'woff2',
): Promise<Buffer> {
  const name = `lato-latin-${weight}-normal.${format}`
  return readFile(require.resolve(`@fontsource/lato/files/${name}`))
}

/** Uploads bytes for a font, and gives the key of the upload. */
export async function uploadFont(
  api: TestApi,
  bytes: Buffer,
  {
    as = 'admin',
    kind = 'customization_font',
    organization = api.organization,
  }: UploadOptions = {},
): Promise<string> {
  const type = 'font/woff2'
  const file = { name: 'face.woff2', type, size: bytes.length }
  const path = `/orgs/${organization}/storage/upload`
  const { body } = await api.as(as).post(path, { file, kind })
  const put = await fetch(reachable(api, body.url), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(bytes),
  })
  if (!put.ok) throw new Error(`The upload answered ${put.status}`)
  return body.key
}

interface UploadOptions {
  readonly as?: SampleName
  readonly kind?: string
  readonly organization?: string
}
