import type { Readable } from 'node:stream'

import type { UploadKind } from '@lectern/contract/storage.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { uploadIncomplete, uploadUnknown, uploadUsed } from './file-errors.ts'
import { selectUpload, useUploadOnce } from './file-queries.ts'

type OfKey = Readonly<{ organizationId: string; key: string }>

export interface Upload {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  /** The first bytes, or all of them. The caller reads them to their end or destroys them. */
  readonly read: (bytesMax?: number) => Promise<Readable>
}

type Uploading = Pick<Context, 'db' | 'storage' | 'caller'>

/** Finds an upload of the caller that nobody used yet; reading it refuses an incomplete one. */
export async function findUpload(
  { db, storage, caller }: Uploading,
  { organizationId, key, kind }: OfKey & { readonly kind: UploadKind },
): Promise<Upload> {
  const asked = { organizationId, key, kind, callerId: caller.userId }
  const row = await db.first(selectUpload, asked)
  if (row === undefined) throw uploadUnknown(key)
  if (row.used_at !== null) throw uploadUsed()
  const sizeBytes = row.size
  return {
    key,
    name: row.name,
    contentType: row.content_type,
    sizeBytes,
    async read(bytesMax = sizeBytes) {
      const range = { start: 0, end: Math.min(bytesMax, sizeBytes) - 1 }
      const found = await storage.get(key, range)
      if (found?.sizeBytes === sizeBytes) return found.body
      found?.body.destroy()
      throw uploadIncomplete(key)
    },
  }
}

/** Marks an upload as used, in the transaction of the change that it was made for. */
export async function useUpload(tx: Transaction, upload: OfKey): Promise<void> {
  if ((await tx.count(useUploadOnce, upload)) === 0) throw uploadUsed()
}
