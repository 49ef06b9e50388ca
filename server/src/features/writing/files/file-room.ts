import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { storageFull } from './file-errors.ts'
import {
  deletePendingOfSpace,
  releaseFilesOfSpace,
  releaseFromUploads,
  releaseUpload,
  selectFileBytes,
  takeFileBytes,
} from './file-queries.ts'

interface BytesToTake {
  readonly organizationId: string
  readonly bytes: number
}

/**
 * Counts bytes that are about to be stored, or refuses them when the organization has no room. The
 * uploads that they come from count for as much less: nothing counts twice. The counter stays
 * locked until the transaction ends, which must be short and ask for it last.
 */
export async function takeRoom(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  {
    organizationId,
    bytes: size,
    insteadOf: keys = [],
  }: BytesToTake & { readonly insteadOf?: readonly string[] },
): Promise<void> {
  const released =
    keys.length === 0
      ? undefined
      : await tx.first(releaseFromUploads, { organizationId, keys, bytes: size })
  const bytes = size - (released?.bytes ?? 0)
  const megabytesMax = config.STORAGE_PER_ORGANIZATION_MB
  const bytesMax = megabytesMax === 0 ? Number.MAX_SAFE_INTEGER : inBytes(megabytesMax)
  if (bytes > bytesMax) throw storageFull(megabytesMax)
  const taken = await tx.first(takeFileBytes, { organizationId, bytes, bytesMax })
  if (taken === undefined) throw storageFull(megabytesMax)
}

/**
 * The same for a long transaction: the counter changes with the commit. What others take at the
 * same moment is not seen.
 */
export async function takeRoomAtCommit(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { organizationId, bytes }: BytesToTake,
): Promise<void> {
  const megabytesMax = config.STORAGE_PER_ORGANIZATION_MB
  const taken = (await tx.first(selectFileBytes, { organizationId }))?.value ?? 0
  const isFull = megabytesMax > 0 && taken + bytes > inBytes(megabytesMax)
  if (bytes > 0 && isFull) throw storageFull(megabytesMax)
  count(tx, { organizationId, name: 'file-bytes', by: bytes })
}

function inBytes(megabytes: number): number {
  return megabytes * 1024 * 1024
}

/** Takes bytes off the count that are gone, or about to go. */
export function giveRoomBack(
  tx: Transaction,
  { organizationId, bytes }: BytesToTake,
): void {
  count(tx, { organizationId, name: 'file-bytes', by: -bytes })
}

/** Takes an upload off the count whose bytes are deleted; its row still says that it was used. */
export async function uploadEmptied(
  tx: Transaction,
  upload: { readonly organizationId: string; readonly key: string },
): Promise<void> {
  const released = await tx.first(releaseUpload, upload)
  giveRoomBack(tx, { ...upload, bytes: released?.bytes ?? 0 })
}

type OfSpace = Readonly<{ organizationId: string; spaceId: string }>

/** Takes the files of a space off the count: the space is in another organization from now on. */
export async function spaceLeft(tx: Transaction, space: OfSpace): Promise<void> {
  const released = await tx.first(releaseFilesOfSpace, space)
  giveRoomBack(tx, { ...space, bytes: released?.bytes ?? 0 })
}

/** Takes the files of a space off the count, those that nothing names too: all bytes are gone. */
export async function spaceEmptied(tx: Transaction, space: OfSpace): Promise<void> {
  await spaceLeft(tx, space)
  const deleted = await tx.first(deletePendingOfSpace, space)
  giveRoomBack(tx, { ...space, bytes: deleted?.bytes ?? 0 })
}
