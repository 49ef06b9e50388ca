import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import type { EntryKind, EntryState } from './entry-state.ts'
import { copyVersions } from './rollback-queries.ts'
import {
  closeVersions,
  countFiles,
  insertAliases,
  insertDocuments,
  insertEntries,
  insertRevision,
  insertVersions,
  markGone,
  moveHead,
  type OfBranch,
} from './revision-writes.ts'
import { storableJson } from './storable.ts'

export interface DocumentToStore {
  readonly id: string
  readonly markdown: string
  readonly projection: Buffer | null
}

/** An entry as the new revision has it. */
export interface EntryToStore extends EntryState {
  /** True when the head has no version of it. */
  readonly isNew: boolean
  /** When it was made; absent for now. */
  readonly createdAt?: string
  /** When it last said something else; absent for now. */
  readonly updatedAt?: string
}

export interface GoneEntry {
  readonly id: string
  readonly kind: EntryKind
}

export interface CopiedEntries {
  readonly fromNumber: number
  readonly entries: readonly (GoneEntry & { readonly isNew: boolean })[]
}

export interface OldName {
  readonly parentId: string
  readonly slug: string
  readonly entryId: string
}

export interface RevisionToStore {
  /** The head of the branch, read under its lock. */
  readonly head: { readonly number: number; readonly revisionId: string }
  readonly type: 'edits' | 'merge' | 'rollback' | 'update'
  readonly createdBy: string
  readonly documents: readonly DocumentToStore[]
  readonly entries: readonly EntryToStore[]
  /** Entries as an older revision had them. */
  readonly copies?: CopiedEntries
  readonly gone: readonly GoneEntry[]
  /** Names that pages lose with this revision. */
  readonly oldNames: readonly OldName[]
}

export interface CommittedRevision {
  readonly revisionId: string
  readonly number: number
  readonly parents: readonly string[]
}

/** Rows and characters that one statement carries; larger writes are several statements. */
const rowsMax = 1000
const charactersMax = 8_000_000

/**
 * The one way in which a revision is written. The caller holds the lock of the branch; whatever the
 * size of the space, rows are written for what changed and nothing else.
 */
export async function commitRevision(
  tx: Transaction,
  branch: OfBranch,
  revision: RevisionToStore,
): Promise<CommittedRevision> {
  const { head, type, createdBy, documents, entries, gone, oldNames } = revision
  const copies = revision.copies ?? { fromNumber: 0, entries: [] }
  const put = [...entries, ...copies.entries]
  const number = head.number + 1
  const revisionId = newId()
  const parents = [head.revisionId]
  const at = { ...branch, number }
  const goneIds = gone.map(({ id }) => id)
  const replaced = put.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const fresh = put.filter(({ isNew }) => isNew).map(({ id }) => id)
  const changed = [...put.map(({ id }) => id), ...goneIds]
  const files = countFilesIn(put.filter(({ isNew }) => isNew)) - countFilesIn(gone)

  // Sent without waiting: they run in this order, and foreign keys and unique names hold on the way.
  const sent: Promise<unknown>[] = storeDocuments(tx, branch, documents)
  const closing = [...replaced, ...goneIds]
  if (closing.length > 0) sent.push(tx.run(closeVersions, { ...at, ids: closing }))
  if (fresh.length > 0) sent.push(tx.run(insertEntries, { ...at, ids: fresh }))
  if (goneIds.length > 0) sent.push(tx.run(markGone, { ...at, ids: goneIds }))
  for (const rows of batches(entries, ({ head: bytes }) => 500 + (bytes?.length ?? 0))) {
    sent.push(tx.run(insertVersions, { ...at, rows: storableJson(rows) }))
  }
  if (copies.entries.length > 0) {
    const ids = copies.entries.map(({ id }) => id)
    sent.push(tx.run(copyVersions, { ...at, fromNumber: copies.fromNumber, ids }))
  }
  sent.push(
    tx.run(insertRevision, { ...at, revisionId, type, parents, changed, createdBy }),
  )
  if (oldNames.length > 0) sent.push(tx.run(insertAliases, aliasRows(branch, oldNames)))
  if (files !== 0) sent.push(tx.run(countFiles, { ...branch, by: files }))
  const moved = oldNames.length > 0
  const moving = tx.run(moveHead, { ...at, revisionId, moved })
  await Promise.all([...sent, moving])
  if ((await moving) !== 1) throw new Error('The head moved while its branch was locked')
  return { revisionId, number, parents }
}

function storeDocuments(
  tx: Transaction,
  branch: OfBranch,
  documents: readonly DocumentToStore[],
): Promise<unknown>[] {
  const distinct = [...new Map(documents.map((each) => [each.id, each])).values()]
  return batches(distinct, ({ markdown }) => markdown.length).map(async (rows) =>
    tx.run(insertDocuments, {
      organizationId: branch.organizationId,
      spaceId: branch.spaceId,
      ids: rows.map(({ id }) => id),
      markdown: rows.map(({ markdown }) => markdown),
      projections: rows.map(({ projection }) => projection),
    }),
  )
}

function countFilesIn(entries: readonly GoneEntry[]): number {
  return entries.filter(({ kind }) => kind === 'file').length
}

function aliasRows({ organizationId, spaceId }: OfBranch, oldNames: readonly OldName[]) {
  return {
    organizationId,
    spaceId,
    parentIds: oldNames.map(({ parentId }) => parentId),
    slugs: oldNames.map(({ slug }) => slug),
    ids: oldNames.map(({ entryId }) => entryId),
  }
}

function batches<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Row[][] {
  const all: Row[][] = []
  let size = 0
  for (const row of rows) {
    const last = all.at(-1)
    size += sizeOf(row)
    if (last === undefined || last.length >= rowsMax || size > charactersMax) {
      all.push([row])
      size = sizeOf(row)
    } else last.push(row)
  }
  return all
}
