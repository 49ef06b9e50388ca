import { mainBranch } from '#/content-store/branches/public.ts'
import { countFiles, insertBranch } from '#/content-store/write/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { copyDocuments, copyEntries } from './copy-queries.ts'

export interface ContentToCopy {
  readonly organizationId: string
  readonly from: { readonly spaceId: string; readonly number: number }
  /** A space of the same organization that has no content yet. */
  readonly to: string
  readonly createdBy: string
  /** The storage key of each file's copy, by the key of the original. */
  readonly keys: ReadonlyMap<string, string>
}

/**
 * Copies the content of a space at one of its revisions as the first revision of another space. Ids
 * stay: they are unique in a space, so that links between its pages lead to the copies.
 */
export async function copyContent(
  tx: Transaction,
  { organizationId, from, to, createdBy, keys }: ContentToCopy,
): Promise<{ readonly revisionId: string }> {
  const revisionId = newId()
  const place = { organizationId, spaceId: to }
  const copy = { ...from, organizationId, toId: to }
  // Sent without waiting: the statements run in this order, which their foreign keys need.
  const [, , copied] = await Promise.all([
    tx.run(insertBranch, { ...mainBranch(organizationId, to), revisionId }),
    tx.run(copyDocuments, copy),
    tx.first(copyEntries, {
      ...copy,
      revisionId,
      createdBy,
      keys: storableJson(Object.fromEntries(keys)),
    }),
  ])
  const files = copied?.files ?? 0
  if (files > 0) await tx.run(countFiles, { ...place, by: files })
  return { revisionId }
}
