import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import { documentRows, type DocumentToStore } from '#/content-store/documents/public.ts'
import {
  type EntryKind,
  type EntryState,
  isPageKind,
  usesOf,
  withSpecTargets,
} from '#/content-store/entries/public.ts'
import {
  copyVersions,
  type FollowedSpecification,
} from '#/content-store/history/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'

import { refuseGuests } from './refuse-guests.ts'
import {
  closeVersion,
  closeVersions,
  countFiles,
  insertAliases,
  insertDocuments,
  insertEntries,
  insertRevision,
  insertVersions,
  markGone,
  moveHead,
} from './revision-writes.ts'

/** An entry as it is in the new revision. */
export interface EntryToStore extends EntryState {
  /** True when the head has no version of the entry. */
  readonly isNew: boolean
  /** The revision in which the entry's links were resolved, when that was before this one. */
  readonly linkedNumber?: number
  /** When the entry was created; now when absent. */
  readonly createdAt?: string
  /** When the content of the entry last changed; now when absent. */
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
  /** The second parent of the new revision: the head of the other branch. */
  readonly otherParent?: string
  readonly type: 'edits' | 'merge' | 'rollback' | 'update'
  readonly createdBy: string
  /** The specification whose new version the revision follows. */
  readonly followed?: FollowedSpecification
  readonly documents: readonly DocumentToStore[]
  readonly entries: readonly EntryToStore[]
  /** Entries that are copied from an older revision. */
  readonly copies?: CopiedEntries
  readonly gone: readonly GoneEntry[]
  /** Names that pages lose with this revision. */
  readonly oldNames: readonly OldName[]
  /** Entries whose changes on the branch end, so that it reads through to the main branch again. */
  readonly dropped?: readonly string[]
  /** Whether pages have moved without an old name that shows it. */
  readonly hasMoved?: boolean
  /** Whether files or reusable contents are renamed. */
  readonly isRenaming?: boolean
}

export interface CommittedRevision {
  readonly revisionId: string
  readonly number: number
  readonly parents: readonly string[]
}

/** The most rows and characters in one statement; larger writes are several statements. */
const rowsMax = 1000
const charactersMax = 8_000_000

/**
 * Writes the next revision of a branch, the only way to do so. The caller holds the lock of the
 * branch; whatever the size of the space, only changed rows are written.
 */
export async function commitRevision(
  tx: Transaction,
  branch: OfBranch,
  revision: RevisionToStore,
): Promise<CommittedRevision> {
  const { head, type, createdBy, documents, entries, gone, dropped = [] } = revision
  const { isMain } = shapeOf(branch)
  const copies = revision.copies ?? { fromNumber: 0, entries: [] }
  const put = [...entries, ...copies.entries]
  const number = head.number + 1
  const revisionId = newId()
  const parents = parentsOf(revision)
  const at = { ...branch, number }
  const goneIds = gone.map(({ id }) => id)
  const changed = [...put.map(({ id }) => id), ...goneIds, ...dropped]
  // On a branch `isNew` does not say whether the branch has a version of its own, so all are
  // closed.
  const replaced = isMain ? put.filter(({ isNew }) => !isNew) : put
  const closing = [...replaced.map(({ id }) => id), ...goneIds, ...dropped]
  const written = await entriesOf(tx, branch, revision)
  const rows = isMain ? written : [...written, ...gone.map(goneOnBranch)]

  // Sent without waiting: the statements run in this order, in which foreign keys and unique names
  // hold.
  const sent: Promise<unknown>[] = storeDocuments(tx, branch, documents)
  sent.push(...close(tx, at, closing))
  if (isMain) sent.push(...keepEntries(tx, at, { put, goneIds }))
  for (const some of batches(rows, ({ head: bytes }) => 500 + (bytes?.length ?? 0))) {
    sent.push(tx.run(insertVersions, { ...at, rows: storableJson(some) }))
  }
  if (copies.entries.length > 0) {
    const ids = copies.entries.map(({ id }) => id)
    sent.push(tx.run(copyVersions, { ...at, fromNumber: copies.fromNumber, ids }))
  }
  const followed = revision.followed && JSON.stringify(revision.followed)
  const row = { revisionId, type, parents, changed, createdBy, followed }
  sent.push(tx.run(insertRevision, { ...at, ...row }))
  if (isMain) sent.push(...keepNames(tx, branch, { put, ...revision }))
  if (isMain) {
    const { organizationId, spaceId } = branch
    noteChange(tx, { organizationId, subject: `space:${spaceId}` })
  }
  const moved = changesPaths(revision)
  const moving = tx.count(moveHead, { ...at, revisionId, moved })
  await Promise.all([...sent, moving])
  if ((await moving) !== 1) throw new Error('The head moved while its branch was locked')
  return { revisionId, number, parents }
}

function parentsOf({ head, otherParent }: RevisionToStore): string[] {
  return otherParent === undefined ? [head.revisionId] : [head.revisionId, otherParent]
}

/** The entries as they are stored; refuses what their writer may not show. */
async function entriesOf(
  tx: Transaction,
  branch: OfBranch,
  { type, createdBy, entries }: RevisionToStore,
) {
  const written = entries.map((entry) => ({
    ...entry,
    targets: withSpecTargets(entry),
    uses: usesOf(entry),
  }))
  // What is merged was written by somebody before, who was asked then.
  if (type === 'edits') await refuseGuests(tx, branch, { createdBy, entries: written })
  return written
}

/** The row that records a deletion on a branch: it hides the entry of the main branch. */
function goneOnBranch({ id, kind }: GoneEntry) {
  return {
    id,
    kind,
    parentId: '',
    position: '',
    title: '',
    attributes: {},
    head: null,
    isGone: true,
  }
}

/** Records which entries the main branch ever had. */
function keepEntries(
  tx: Transaction,
  at: OfBranch & { readonly number: number },
  {
    put,
    goneIds,
  }: { put: readonly { id: string; isNew: boolean }[]; goneIds: readonly string[] },
): Promise<unknown>[] {
  const fresh = put.filter(({ isNew }) => isNew).map(({ id }) => id)
  return [
    ...(fresh.length > 0 ? [tx.run(insertEntries, { ...at, ids: fresh })] : []),
    ...(goneIds.length > 0 ? [tx.run(markGone, { ...at, ids: goneIds })] : []),
  ]
}

/** Stores the old names of pages, and updates the number of files. */
function keepNames(
  tx: Transaction,
  branch: OfBranch,
  {
    put,
    gone,
    oldNames,
  }: Pick<RevisionToStore, 'gone' | 'oldNames'> & {
    readonly put: readonly (GoneEntry & { readonly isNew: boolean })[]
  },
): Promise<unknown>[] {
  const files = countFilesIn(put.filter(({ isNew }) => isNew)) - countFilesIn(gone)
  return [
    ...(oldNames.length > 0 ? [tx.run(insertAliases, aliasRows(branch, oldNames))] : []),
    ...(files === 0 ? [] : [tx.run(countFiles, { ...branch, by: files })]),
  ]
}

/** Whether an entry was moved, renamed, deleted or restored: links to it need another spelling. */
function changesPaths({
  oldNames,
  isRenaming = false,
  hasMoved = false,
  gone,
  entries,
  copies,
}: RevisionToStore): boolean {
  return (
    oldNames.length > 0 ||
    isRenaming ||
    hasMoved ||
    gone.length > 0 ||
    entries.some(({ isNew, createdAt }) => isNew && createdAt !== undefined) ||
    (copies?.entries ?? []).some(({ isNew, kind }) => isNew || !isPageKind(kind))
  )
}

/** The most versions closed one by one: for an array the planner may read the whole head. */
const closedOneByOneMax = 20

function close(
  tx: Transaction,
  at: OfBranch & { readonly number: number },
  ids: readonly string[],
): Promise<unknown>[] {
  if (ids.length > closedOneByOneMax) return [tx.run(closeVersions, { ...at, ids })]
  return ids.map(async (entryId) => tx.run(closeVersion, { ...at, entryId }))
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
      ...documentRows(rows),
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
