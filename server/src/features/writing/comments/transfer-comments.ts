import type { ContentTransfer } from '#/content-store/copy/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'

import {
  dropComments,
  dropOthers,
  holdAlone,
  putComments,
  putReactions,
  putReplies,
  type RowsAsText,
  selectCommentIds,
  selectReactionsOf,
  selectRepliesOf,
  selectTime,
  selectTouched,
} from './transfer-queries.ts'

/** The most rows of a batch: they are held as text, and a text may be long. */
const rowsMax = 250
const beginning = '-infinity'

/** Gives a moment up to which every comment is visible; later comments have a later time. */
export async function momentOfComments(db: Database, spaceId: string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.first(holdAlone, { spaceId })
    return written(await tx.first(selectTime, {})).now
  })
}

/**
 * Copies the comments that were touched between two moments, with their replies and reactions.
 * People go on commenting meanwhile: the next run copies those comments.
 */
export async function copyComments(
  contentTransfer: ContentTransfer,
  { since = beginning, until }: { readonly since?: string; readonly until: string },
): Promise<void> {
  const { source, from, to, spaceId, write } = contentTransfer
  const of = { organizationId: from, spaceId, rowsMax }
  for (let after: string | undefined = ''; after !== undefined;) {
    const found: (RowsAsText & { ids: string[] }) | undefined = await source.first(
      selectTouched,
      { ...of, since, until, after },
    )
    if (found === undefined || found.count === 0) return
    const rows = { organizationId: to, rows: found.rows }
    // Deleting a comment deletes its replies and reactions too, which are copied anew.
    await write(dropComments, rows)
    await write(putComments, rows)
    const { ids } = found
    await copyHanging(contentTransfer, ids, { select: selectRepliesOf, put: putReplies })
    await copyHanging(contentTransfer, ids, {
      select: selectReactionsOf,
      put: putReactions,
    })
    after = found.last?.[0]
  }
}

/** Copies the remaining comments; other writers of comments wait until the transaction ends. */
export async function completeComments(
  tx: Transaction,
  contentTransfer: ContentTransfer,
  since: string | undefined,
): Promise<void> {
  const { source, from, to, spaceId, write } = contentTransfer
  await tx.first(holdAlone, { spaceId })
  await copyComments(contentTransfer, { until: 'infinity', ...(since && { since }) })
  const left = await source.first(selectCommentIds, { organizationId: from, spaceId })
  await write(dropOthers, { organizationId: to, spaceId, ids: left?.ids ?? [] })
}

interface Hanging {
  readonly select: Statement<
    {
      organizationId: string
      spaceId: string
      ids: readonly string[]
      after: readonly string[]
      rowsMax: number
    },
    RowsAsText
  >
  readonly put: typeof putReplies
}

async function copyHanging(
  { source, from, to, spaceId, write }: ContentTransfer,
  ids: readonly string[],
  { select, put }: Hanging,
): Promise<void> {
  const of = { organizationId: from, spaceId, ids, rowsMax }
  for (let after: readonly string[] | null = []; after !== null;) {
    const found: RowsAsText | undefined = await source.first(select, { ...of, after })
    if (found === undefined || found.count === 0) return
    await write(put, { organizationId: to, rows: found.rows })
    after = found.last
  }
}
