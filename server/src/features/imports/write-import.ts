import { resolveRef } from '@lectern/content/look/resolve-ref.ts'

import { contentActorFrom } from '#/access/content-access.ts'
import {
  commitRevision,
  type EntryState,
  type HeadEntryRow,
  idsIn,
  lockBranch,
  type ReadBody,
  selectContentForCaller,
  selectHeadEntries,
} from '#/features/content/public.ts'
import { keepFiles } from '#/features/files/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { differenceOf } from './import-difference.ts'
import { ImportFailure } from './import-failure.ts'
import { importPolicy } from './import-policy.ts'
import type { StoredResult } from './import-queries.ts'
import { pathsOfTree } from './import-targets.ts'
import { importedTree, type ImportMode } from './imported-tree.ts'
import type { ReadEntries } from './read-entries.ts'
import type { Unpacked } from './unpack-task.ts'

export interface ImportPlace {
  readonly organizationId: string
  readonly spaceId: string
}

interface ImportToWrite extends ImportPlace {
  readonly mode: ImportMode
  readonly unpacked: Unpacked
  readonly read: ReadEntries
  readonly appUrls: readonly string[]
}

/** What the head of the space holds, by id. */
export async function readHead(
  db: Queryable,
  { organizationId, spaceId }: ImportPlace,
): Promise<ReadonlyMap<string, EntryState>> {
  const branch = { organizationId, spaceId, branchId: spaceId }
  const rows = await db.many(selectHeadEntries, branch)
  return new Map(rows.map((row) => [row.id, entryOf(row)]))
}

/** Writes all of it as one revision, or nothing when the space already says the same. */
export async function writeImport(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  { organizationId, spaceId, mode, unpacked, read, appUrls }: ImportToWrite,
): Promise<{ result: StoredResult; isChanged: boolean }> {
  const branch = { organizationId, spaceId, branchId: spaceId }
  await tx.first(lockBranch, branch)
  const callerId = context.caller.userId
  const space = await tx.first(selectContentForCaller, {
    organizationId,
    spaceId,
    callerId,
  })
  const actor = contentActorFrom(space, context, organizationId)
  if (space === undefined || actor === undefined) {
    throw new ImportFailure('The space is gone, or you have no access to it any more.')
  }
  if (!importPolicy.run(actor)) {
    throw new ImportFailure(
      'You may no longer edit this space: this needs the edit role.',
    )
  }
  if (space.edit_mode === 'locked') {
    throw new ImportFailure('The space was locked meanwhile. Unlock it and import again.')
  }
  const head = await readHead(tx, branch)
  const tree = importedTree({ head, unpacked, known: read.known, mode })
  const resolved = withLinks(tree, read.bodies, appUrls)
  const difference = differenceOf(head, resolved)
  const { entries, gone, oldNames, counts, changedPages } = difference
  const isChanged = entries.length > 0 || gone.length > 0
  if (!isChanged) {
    return {
      isChanged,
      result: { revision: space.head_revision_id, ...counts, changedPages },
    }
  }
  const needed = new Set(entries.map(({ documentId }) => documentId))
  await keepFiles(tx, { organizationId, spaceId, keys: read.keys })
  const { revisionId } = await commitRevision(tx, branch, {
    head: { number: space.head_number, revisionId: space.head_revision_id },
    type: 'edits',
    createdBy: callerId,
    documents: read.documents.filter(({ id }) => needed.has(id)),
    entries,
    gone,
    oldNames,
  })
  return { isChanged, result: { revision: revisionId, ...counts, changedPages } }
}

/** Where every imported text leads, in the tree that is about to be written. */
function withLinks(
  tree: ReadonlyMap<string, EntryState>,
  bodies: ReadonlyMap<string, ReadBody>,
  appUrls: readonly string[],
): ReadonlyMap<string, EntryState> {
  const { targets, fileOf } = pathsOfTree(tree)
  return new Map(
    [...tree].map(([id, entry]) => {
      const body = bodies.get(id)
      if (body === undefined) return [id, entry]
      const anchors = new Set(body.anchors)
      const base = {
        file: fileOf(entry),
        appUrls,
        ...(entry.kind === 'document' && { page: id }),
      }
      const hasAnchor = (page: string, anchor: string) =>
        page !== id || anchors.has(anchor)
      const found = body.refs.map((ref) =>
        resolveRef(ref, base, { ...targets, hasAnchor }),
      )
      const links = found.map(({ ref, status }) => ({ ref, status }))
      const ids = new Set(found.flatMap(({ target }) => idsIn(target)))
      return [id, { ...entry, links, targets: [...ids].toSorted() }]
    }),
  )
}

function entryOf({ parent_id, document_id, ...row }: HeadEntryRow): EntryState {
  return { ...row, parentId: parent_id, documentId: document_id }
}
