import { ImportFailure } from '#/features/writing/file-trees/public.ts'
import type { Release } from '#/platform/memory/budget.ts'
import type { Services } from '#/platform/services.ts'

import { countOpenVersions } from './import-queries.ts'

const mebibyte = 1024 * 1024
/** The memory that an import takes whatever it holds: chunks of archives, and a few small files. */
const baseBytes = 16 * mebibyte
/** The memory for each byte of text: the text, what was parsed of it, and both on their way. */
const bytesPerTextByte = 14
const bytesPerFile = 2048
const bytesPerVersion = 4096
/** A wait in the worker, which it can finish when it is told to stop; a longer one is in the queue. */
const waitMsMax = 5_000

interface Needs {
  readonly organizationId: string
  readonly spaceId: string
  readonly textBytes: number
  readonly files: number
}

/**
 * Reserves the memory that an import may hold at once; undefined when other imports hold it for
 * too long. Refuses an import whose texts could never be held.
 */
export async function reserveMemory(
  { db, importMemory }: Pick<Services, 'db' | 'importMemory'>,
  { textBytes, files, ...of }: Needs,
): Promise<Release | undefined> {
  const { bytesMax } = importMemory
  const textBytesMax = (bytesMax - baseBytes) / bytesPerTextByte
  if (textBytes > textBytesMax) {
    const megabytes = Math.floor(textBytesMax / mebibyte)
    throw new ImportFailure(
      `The texts of the import are larger than ${megabytes} MB, all of them together. Import them in parts.`,
    )
  }
  const versions = (await db.first(countOpenVersions, of))?.count ?? 0
  const needed =
    baseBytes +
    textBytes * bytesPerTextByte +
    files * bytesPerFile +
    versions * bytesPerVersion
  return importMemory.reserve(Math.min(needed, bytesMax), waitMsMax)
}
