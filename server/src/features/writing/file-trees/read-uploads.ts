import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

import { readConfig } from '@lectern/content/repository/config.ts'

import type { Services } from '#/platform/services.ts'
import { type DoneFor, threadTask } from '#/platform/threads/threads.ts'

import type { UploadedFile } from './archive.ts'
import { ImportFailure } from './import-failure.ts'
import { isText, textBytesMax, type UploadedFiles } from './list-uploads.ts'
import type { Unpacked, UnpackInput } from './unpack-task.ts'

const unpack = threadTask<UnpackInput, Unpacked>(
  new URL('./unpack-task.ts', import.meta.url),
  'unpack',
)

/** The entries of uploads, and the digests of all files by their paths. */
export interface ReadUploads {
  readonly unpacked: Unpacked
  readonly digests: ReadonlyMap<string, string>
}

/** Reads the entries of uploads; their texts are not parsed yet, and their files not stored. */
export async function readUploads(
  { threads }: Pick<Services, 'threads'>,
  doneFor: DoneFor,
  uploads: UploadedFiles,
  known: ReadonlyMap<string, string>,
): Promise<ReadUploads> {
  const held = new Map<string, Buffer>()
  const digests = new Map<string, string>()
  for await (const file of uploads.read(() => true)) {
    const { digest, bytes } = await readOne(file, isText(file.path))
    digests.set(file.path, digest)
    if (bytes !== undefined) held.set(file.path, bytes)
  }
  await addSummary(uploads, held)
  // Of all other files, only the paths matter.
  const nothing = new Uint8Array()
  const files = new Map(
    [...uploads.sizes.keys()].map((path) => [path, held.get(path) ?? nothing]),
  )
  const unpacked = await threads.run(doneFor, unpack, { files, known })
  requirePages(unpacked, uploads)
  return { unpacked, digests }
}

/** Reads a table of contents that the configuration of the space says is in some other file. */
async function addSummary(
  uploads: UploadedFiles,
  held: Map<string, Buffer>,
): Promise<void> {
  const { summaryPath } = readConfig(held, [])
  if (held.has(summaryPath) || !uploads.sizes.has(summaryPath)) return
  for await (const file of uploads.read((path) => path === summaryPath)) {
    const { bytes } = await readOne(file, true)
    if (bytes !== undefined) held.set(summaryPath, bytes)
  }
}

async function readOne(
  { size, body }: UploadedFile,
  isHeld: boolean,
): Promise<{ digest: string; bytes?: Buffer }> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const chunk of body) {
    hash.update(chunk)
    if (isHeld && size <= textBytesMax) chunks.push(chunk)
  }
  const digest = hash.digest('base64url')
  return chunks.length === 0 ? { digest } : { digest, bytes: Buffer.concat(chunks) }
}

function requirePages({ entries }: Unpacked, { sizes }: UploadedFiles): void {
  for (const { body, path = '' } of entries) {
    if (body !== undefined && (sizes.get(path) ?? 0) > textBytesMax) throw tooLong(path)
  }
  if (!entries.some(({ kind }) => kind === 'document')) {
    throw new ImportFailure(
      'There is no page in what was uploaded: no Markdown file that a SUMMARY.md or a README.md leads to.',
    )
  }
}

export function tooLong(path: string): ImportFailure {
  return new ImportFailure(`"${path}" is larger than the 1 MB that a page may have.`)
}
