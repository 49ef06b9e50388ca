import { buffer } from 'node:stream/consumers'

import {
  type FileParts,
  readFilePartsTask,
} from '#/features/references/openapi-specs/public.ts'
import {
  audienceOfFile,
  fileAtUrl,
  type FileReaders,
  findFile,
} from '#/features/writing/files/public.ts'
import { createSharedCache } from '#/platform/caches/shared-cache.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import type { AskedPart } from './read-parts.ts'

/** Larger files are published as specifications, which are read once and not where they are shown. */
const fileBytesMax = 5 * 1024 * 1024
const cacheBytesMax = 48 * 1024 * 1024

type Parts = ReadonlyMap<string, { readonly hash: string; readonly part: string }>

/**
 * What files of spaces say as specifications, by their download URLs; undefined for a URL by which
 * nobody may read. The bytes under a storage key never change: each file is read once, on a thread,
 * and so is one that is no specification.
 */
export function openFileParts(
  services: Services,
  readers: FileReaders,
): (url: string, isPrinted: boolean) => Promise<Parts | undefined> {
  const cache = createSharedCache({ bytesMax: cacheBytesMax })
  return async (url, isPrinted) => {
    const asked = fileAtUrl(services, url)
    const file = asked && (await findFile(services, asked))
    if (asked === undefined || file === undefined) return undefined
    // Prints have URLs without a token: who asked for one may see its pages.
    const isSeen = isPrinted || (await audienceOfFile(services, readers, asked, file))
    if (isSeen === undefined) return undefined
    const made = await cache.share(file.key, async () => readParts(services, file))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made in the line above
    return made as Parts
  }
}

/** The parts as JSON, in the order in which they were asked for. */
export function filePartsAsJson(parts: Parts, asked: readonly AskedPart[]): string {
  const said = asked.map(({ kind, name }) => {
    const { hash, part } = parts.get(`${kind} ${name}`) ?? { hash: '', part: 'null' }
    const about = JSON.stringify({ kind, name, hash }).slice(0, -1)
    return `${about},"part":${part}}`
  })
  return `{"isSpec":${parts.size > 0},"parts":[${said.join(',')}]}`
}

async function readParts(
  { storage, threads }: Services,
  file: {
    readonly organizationId: string
    readonly key: string
    readonly sizeBytes: number
  },
): Promise<Parts> {
  if (file.sizeBytes > fileBytesMax) return new Map()
  const stored = await storage.get(file.key)
  if (stored === undefined) throw new Error('A stored file is missing')
  const bytes = await buffer(stored.body)
  const { organizationId } = file
  const read = await threads
    .run({ organizationId }, readFilePartsTask, { bytes })
    .catch((error: unknown): FileParts => {
      const isTooDear = error instanceof ApiError && error.reason === 'content_too_dear'
      if (!isTooDear) throw error
      return undefined
    })
  return new Map(
    (read ?? []).map(({ kind, name, hash, part }) => [`${kind} ${name}`, { hash, part }]),
  )
}
