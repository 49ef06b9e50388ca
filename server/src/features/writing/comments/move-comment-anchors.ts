import { selectTextsById, type TextChange } from '#/content-store/documents/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Threads } from '#/platform/threads/threads.ts'

import { type AnchorRow, moveAnchors, selectAnchors } from './anchor-queries.ts'
import { type Anchors, followAnchorsTask } from './anchor-work.ts'
import { holdWriters } from './comment-queries.ts'

export interface BranchOfComments {
  readonly organizationId: string
  readonly spaceId: string
  readonly branchId: string
}

/** The successors of the blocks in each changed text, as far as they are computed. */
export type PreparedAnchorMoves = ReadonlyMap<string, ReadonlyMap<string, string | null>>

interface Preparing {
  readonly db: Queryable
  readonly threads: Threads
}

/**
 * Finds the successors of commented blocks before any lock is taken. Mostly one look in an index
 * suffices: it says that nobody comments on blocks of these pages.
 */
export async function prepareAnchorMoves(
  { db, threads }: Preparing,
  branch: BranchOfComments,
  changes: readonly TextChange[],
): Promise<PreparedAnchorMoves> {
  const touched = touchedIn(changes)
  if (touched.length === 0) return new Map()
  const anchors = await anchorsOf(db, branch, touched)
  return follow({ db, threads }, branch, { touched, anchors, prepared: new Map() })
}

/**
 * Moves comments from the blocks of the former texts to those of the new texts, in the transaction
 * that writes these and holds the lock of the branch. The caller sends the revision first: counters
 * are locked before comments, and new texts are read from the store.
 */
export async function moveCommentAnchors(
  tx: Transaction,
  { threads }: Pick<Preparing, 'threads'>,
  branch: BranchOfComments,
  // oxlint-disable-next-line max-params -- a transaction, what it works with, where, and what changes
  {
    changes,
    prepared,
  }: { changes: readonly TextChange[]; prepared: PreparedAnchorMoves },
): Promise<void> {
  const touched = touchedIn(changes)
  if (touched.length === 0) return
  const anchors = await anchorsOf(tx, branch, touched)
  if (anchors.length === 0) return
  const followed = await follow({ db: tx, threads }, branch, {
    touched,
    anchors,
    prepared,
  })
  const byPage = new Map(touched.map((each) => [each.entryId, each]))
  const moves = anchors.flatMap(({ page_id: pageId, node }) => {
    const text = byPage.get(pageId)
    const now = text && followed.get(keyOf(text))?.get(node)
    return now === node ? [] : [{ pageId, node, now: now ?? null }]
  })
  if (moves.length === 0) return
  await Promise.all([
    tx.first(holdWriters, branch),
    tx.run(moveAnchors, {
      ...branch,
      pageIds: moves.map(({ pageId }) => pageId),
      nodes: moves.map(({ node }) => node),
      nodesAfter: moves.map(({ now }) => now),
    }),
  ])
}

type Touched = TextChange & { readonly before: NonNullable<TextChange['before']> }

function touchedIn(changes: readonly TextChange[]): Touched[] {
  return changes.filter(
    (change): change is Touched =>
      change.before !== null && change.before.documentId !== change.after?.documentId,
  )
}

async function anchorsOf(
  db: Queryable,
  { organizationId, spaceId, branchId }: BranchOfComments,
  touched: readonly Touched[],
): Promise<readonly AnchorRow[]> {
  const pageIds = touched.map(({ entryId }) => entryId)
  return db.many(selectAnchors, { organizationId, spaceId, branchId, pageIds })
}

interface Following {
  readonly touched: readonly Touched[]
  readonly anchors: readonly AnchorRow[]
  readonly prepared: PreparedAnchorMoves
}

/** Computes the successors that `prepared` does not have yet. */
async function follow(
  { db, threads }: Preparing,
  branch: BranchOfComments,
  { touched, anchors, prepared }: Following,
): Promise<PreparedAnchorMoves> {
  const nodesOf = Map.groupBy(anchors, ({ page_id }) => page_id)
  const wanted = touched.flatMap((change) => {
    const known = prepared.get(keyOf(change))
    const nodes = (nodesOf.get(change.entryId) ?? []).map(({ node }) => node)
    const missing = nodes.filter((node) => known?.has(node) !== true)
    return missing.length === 0 ? [] : [{ change, nodes: missing }]
  })
  if (wanted.length === 0) return prepared
  const texts = await textsOf(
    db,
    branch,
    wanted.map(({ change }) => change),
  )
  const followed = new Map(prepared)
  for (const { change, nodes } of wanted) {
    const { before, after } = change
    const found: Anchors =
      after === null
        ? nodes.map((node) => [node, null])
        : await threads.run(branch, followAnchorsTask, {
            before: texts.get(before.documentId) ?? '',
            after: texts.get(after.documentId) ?? '',
            nodes,
          })
    const known = prepared.get(keyOf(change)) ?? []
    followed.set(keyOf(change), new Map([...known, ...found]))
  }
  return followed
}

async function textsOf(
  db: Queryable,
  { organizationId, spaceId }: BranchOfComments,
  changes: readonly Touched[],
): Promise<ReadonlyMap<string, string>> {
  const texts = changes.flatMap(({ before, after }) =>
    after ? [before, after] : [before],
  )
  const given = new Map(
    texts.flatMap(({ documentId, markdown }) =>
      markdown === undefined ? [] : [[documentId, markdown] as const],
    ),
  )
  const ids = [...new Set(texts.map(({ documentId }) => documentId))]
  const missing = ids.filter((id) => !given.has(id))
  if (missing.length === 0) return given
  const found = await db.many(selectTextsById, { organizationId, spaceId, ids: missing })
  return new Map([...given, ...found.map(({ id, markdown }) => [id, markdown] as const)])
}

function keyOf({ before, after }: Touched): string {
  return `${before.documentId} ${after?.documentId ?? ''}`
}
