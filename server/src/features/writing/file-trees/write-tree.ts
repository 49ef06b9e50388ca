import { resolveRef } from '@lectern/content/look/resolve-ref.ts'

import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import type { ReadBody, TextChange } from '#/content-store/documents/public.ts'
import {
  type EntryState,
  type HeadEntryRow,
  selectHeadEntries,
  selectHidden,
  withSpecTargets,
} from '#/content-store/entries/public.ts'
import { idsIn, storedLink } from '#/content-store/links/public.ts'
import { commitRevision, type RevisionToStore } from '#/content-store/write/public.ts'
import {
  moveCommentAnchors,
  prepareAnchorMoves,
  type PreparedAnchorMoves,
} from '#/features/writing/comments/public.ts'
import { keepFiles } from '#/features/writing/files/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { importedTree, type ImportMode } from './imported-tree.ts'
import { pathsOfTree } from './paths-of-tree.ts'
import type { ReadEntries } from './read-entries.ts'
import { withCoverFiles } from './resolve-covers.ts'
import { differenceOf, type StoredResult } from './tree-difference.ts'
import type { Unpacked } from './unpack-task.ts'

/** An entry of the head, with the time that a new version of it takes over. */
export interface HeadEntry extends EntryState {
  readonly createdAt: string
}

interface TreeToPrepare {
  readonly head: ReadonlyMap<string, EntryState>
  readonly mode: ImportMode
  readonly unpacked: Unpacked
  readonly read: ReadEntries
}

/** Reads the entries at the head of a branch, by id. */
export async function readHead(
  db: Queryable,
  branch: OfBranch,
): Promise<ReadonlyMap<string, HeadEntry>> {
  const rows = await db.many(selectHeadEntries(shapeOf(branch)), branch)
  return new Map(rows.map((row) => [row.id, entryOf(row)]))
}

/**
 * Reads the versions on the main branch of entries that a change request changed or deleted; none
 * for the main branch.
 */
export async function readHidden(
  db: Queryable,
  branch: OfBranch,
): Promise<ReadonlyMap<string, HeadEntry>> {
  if (shapeOf(branch).isMain) return new Map()
  const rows = await db.many(selectHidden, branch)
  return new Map(rows.map((row) => [row.id, entryOf(row)]))
}

/** The entries to compare a folder with: a deleted page that is pushed again is the same page. */
export function withDeleted(
  head: ReadonlyMap<string, HeadEntry>,
  hidden: ReadonlyMap<string, HeadEntry>,
  mode: ImportMode,
): ReadonlyMap<string, HeadEntry> {
  return mode === 'add' ? head : new Map([...hidden, ...head])
}

/** Follows the blocks that comments are about, as far as that is known before the lock is taken. */
export async function prepareComments(
  context: Pick<Context, 'db' | 'threads'>,
  branch: OfBranch,
  { head, mode, unpacked, read }: TreeToPrepare,
): Promise<PreparedAnchorMoves> {
  const tree = importedTree({ head, unpacked, known: read.known, mode })
  const texts = new Map(read.documents.map(({ id, markdown }) => [id, markdown]))
  const changes = textChanges(head, tree).map(({ after, ...change }) => {
    const markdown = after === null ? undefined : texts.get(after.documentId)
    return {
      ...change,
      after: after && { ...after, ...(markdown !== undefined && { markdown }) },
    }
  })
  return prepareAnchorMoves(context, branch, changes)
}

/** The changed texts of entries that the head has: nobody has commented on new entries. */
function textChanges(
  head: ReadonlyMap<string, EntryState>,
  tree: ReadonlyMap<string, EntryState>,
): TextChange[] {
  return [...head.values()].flatMap(({ id, documentId }) => {
    const after = tree.get(id)?.documentId ?? null
    if (documentId === null || documentId === after) return []
    return [
      {
        entryId: id,
        before: { documentId },
        after: after === null ? null : { documentId: after },
      },
    ]
  })
}

interface UnpackedToWrite {
  readonly head: RevisionToStore['head']
  /** The entries of the head, read under the lock of the branch. */
  readonly before: ReadonlyMap<string, HeadEntry>
  /** The versions on the main branch of the entries that the branch changed. */
  readonly hidden?: ReadonlyMap<string, HeadEntry>
  readonly createdBy: string
  readonly mode: ImportMode
  readonly unpacked: Unpacked
  readonly read: ReadEntries
  readonly appUrls: readonly string[]
  /** Given where existing texts may be rewritten: their comments move to the new texts. */
  readonly comments?: {
    readonly context: Pick<Context, 'threads'>
    readonly prepared: PreparedAnchorMoves
  }
}

/**
 * Writes an import as one revision, or nothing when the branch has the same content. The caller
 * holds the lock of the branch and has checked the permission.
 */
export async function writeUnpacked(
  tx: Transaction,
  branch: OfBranch,
  { head, before, hidden = new Map(), createdBy, mode, ...rest }: UnpackedToWrite,
): Promise<{ result: StoredResult; isChanged: boolean }> {
  const { unpacked, read, appUrls, comments } = rest
  const { organizationId, spaceId } = branch
  const around = withDeleted(before, hidden, mode)
  const tree = importedTree({ head: around, unpacked, known: read.known, mode })
  const resolved = withLinks(tree, read.bodies, appUrls)
  const difference = differenceOf(before, resolved, { ...shapeOf(branch), hidden })
  const { entries, dropped, gone, oldNames } = difference
  const { counts, changedPages, changedGroups } = difference
  const counted = { ...counts, changedPages, changedGroups }
  const isChanged = entries.length + dropped.length + gone.length > 0
  if (!isChanged) {
    return { isChanged, result: { revision: head.revisionId, ...counted } }
  }
  const needed = new Set(entries.map(({ documentId }) => documentId))
  await keepFiles(tx, { organizationId, spaceId, keys: read.keys })
  const { revisionId } = await commitRevision(tx, branch, {
    head,
    type: 'edits',
    createdBy,
    documents: read.documents.filter(({ id }) => needed.has(id)),
    entries,
    dropped,
    gone,
    oldNames,
  })
  if (comments !== undefined) {
    const changes = textChanges(before, tree)
    await moveCommentAnchors(tx, comments.context, branch, { changes, ...comments })
  }
  return { isChanged, result: { revision: revisionId, ...counted } }
}

/** Resolves the links of every imported text in the tree that is about to be written. */
function withLinks(
  tree: ReadonlyMap<string, EntryState>,
  bodies: ReadonlyMap<string, ReadBody>,
  appUrls: readonly string[],
): ReadonlyMap<string, EntryState> {
  const paths = pathsOfTree(tree)
  const { targets, fileOf } = paths
  return new Map(
    [...tree].map(([id, entry]) => {
      const body = bodies.get(id)
      if (body === undefined) return [id, withCoverFiles(entry, paths)]
      const anchors = new Set(body.anchors)
      const base = {
        file: fileOf(entry),
        appUrls,
        ...(entry.kind === 'document' && { page: id }),
      }
      const hasAnchor = (page: string, anchor: string) =>
        page === id ? anchors.has(anchor) : undefined
      const found = body.refs.map((ref) =>
        resolveRef(ref, base, { ...targets, hasAnchor }),
      )
      const links = found.map((one, index) => storedLink(one, body.conditions[index]))
      const ids = new Set(found.flatMap(({ target }) => idsIn(target)))
      const linked = { ...entry, links, targets: [...ids].toSorted() }
      const covered = withCoverFiles(linked, paths)
      // As it is stored: the difference to the head looks at it.
      return [id, { ...covered, targets: withSpecTargets(covered) }]
    }),
  )
}

function entryOf(row: HeadEntryRow): HeadEntry {
  const { parent_id: parentId, document_id: documentId, created_at, ...rest } = row
  return { ...rest, parentId, documentId, createdAt: created_at }
}
