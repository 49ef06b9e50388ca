import { authorize } from '#/access/actor.ts'
import { selectContentForCaller } from '#/content-store/branches/public.ts'
import { copyContent, selectFileKeys } from '#/content-store/copy/public.ts'
import {
  createNode,
  enterParent,
  openPositionAfter,
  rewriteSubtree,
} from '#/content-store/nodes/public.ts'
import {
  allOrNone,
  copyFile,
  dropFiles,
  keepFiles,
} from '#/features/writing/files/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { ApiError, notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { spaceContentUpdated } from './space-content-events.ts'
import { spaceInTrash } from './space-errors.ts'
import { spaceCreated } from './space-events.ts'
import {
  insertSpace,
  insertSpaceCounter,
  updateSpaceNode,
  updateSpaceSettings,
} from './space-queries.ts'
import { readSpace, resolveSpace } from './space-resolve.ts'
import { settingsOf } from './space-settings.ts'
import type { SpaceForCaller } from './space-view.ts'

/** The limit in characters, as the database counts them. */
const titleLengthMax = 50
const filesAtOnce = 8

/** A copy of a space that is about to be written; its files are stored already. */
export interface SpaceCopy {
  readonly organizationId: string
  readonly from: { readonly spaceId: string; readonly number: number }
  readonly copyId: string
  readonly keys: ReadonlyMap<string, string>
}

/**
 * Copies the files of a space for a copy of it; refuses callers who may not create one where the
 * space is.
 */
export async function prepareCopy(context: Context, spaceId: string): Promise<SpaceCopy> {
  const { actor, space } = await resolveSpace(context.db, context, spaceId)
  const { organizationId } = actor
  if (space.deleted_at !== null) throw spaceInTrash(spaceId)
  const parentId = space.parent_id
  await mayCreate(async () =>
    enterParent(context.db, context, { organizationId, parentId }),
  )
  const copyId = newId()
  const number = await headNumber(context, { organizationId, spaceId })
  const from = { spaceId, number }
  const keys = await copyFiles(context, { organizationId, spaceId: copyId }, from)
  return { organizationId, from, copyId, keys }
}

/** Writes the copy, right after the original in their collection. */
export async function writeCopy(
  tx: Transaction,
  context: Context,
  { organizationId, from, copyId, keys }: SpaceCopy,
): Promise<SpaceForCaller> {
  const source = await sourceInPlace(tx, context, { organizationId, ...from })
  const { place, space } = source
  const createdBy = context.caller.userId
  const of = { organizationId, nodeId: copyId }
  const title = copyTitle(space.title)
  const before = settingsOf(space)
  const mergeRules = storableJson(before.mergeRules)
  const settings = { ...of, ...before, title, editMode: 'live', mergeRules }
  const ofCopy = { organizationId, spaceId: copyId }
  const created = [
    createNode(tx, {
      organizationId,
      id: copyId,
      kind: 'space',
      title,
      place,
      createdBy,
    }),
    tx.run(insertSpace, settings),
    tx.run(insertSpaceCounter, of),
    tx.run(updateSpaceSettings, settings),
    // The level is copied too: nobody reads in the copy what the original does not show them.
    tx.run(updateSpaceNode, settings),
    tx.run(rewriteSubtree, of),
    keepFiles(tx, { ...ofCopy, keys: [...keys.values()] }),
  ]
  const content = copyContent(tx, { organizationId, from, to: copyId, createdBy, keys })
  const [{ revisionId }] = await Promise.all([content, ...created])
  spaceCreated(tx, context, { ...ofCopy, title, parent: space.parent_id })
  const details = { duplicateOf: from.spaceId }
  spaceContentUpdated(tx, context, { ...ofCopy, revisionId, details })
  indexSpaceSoon(tx, ofCopy)
  return written(await readSpace(tx, context, ofCopy))
}

/** Reads the source again, under the lock of the structure, with the place right after it. */
async function sourceInPlace(
  tx: Transaction,
  context: Context,
  of: { organizationId: string; spaceId: string },
) {
  const { organizationId, spaceId } = of
  const seen = await readSpace(tx, context, of)
  if (seen === undefined) throw notFound('space', spaceId)
  const parentId = seen.space.parent_id
  const place = await mayCreate(async () =>
    openPositionAfter(tx, context, { organizationId, parentId, nodeId: spaceId }),
  )
  const found = await readSpace(tx, context, of)
  if (found === undefined) throw notFound('space', spaceId)
  if (found.space.deleted_at !== null) throw spaceInTrash(spaceId)
  return { space: found.space, place: { ...place, parentId } }
}

/**
 * Gives what `enter` gives. A caller who sees a space but not its collection is refused for lack of
 * a permission: nothing is missing.
 */
async function mayCreate<T>(enter: () => Promise<T>): Promise<T> {
  try {
    return await enter()
  } catch (error) {
    const isHidden = error instanceof ApiError && error.status === 404
    authorize(!isHidden, 'duplicate this space', 'the create role where it is')
    throw error
  }
}

async function headNumber(
  { db, caller }: Context,
  of: { organizationId: string; spaceId: string },
): Promise<number> {
  const content = await db.first(selectContentForCaller, {
    ...of,
    callerId: caller.userId,
  })
  if (content === undefined) throw notFound('space', of.spaceId)
  return content.head_number
}

/** Copies the bytes of every file once; gives the new keys by the former keys. */
async function copyFiles(
  context: Context,
  to: { organizationId: string; spaceId: string },
  from: { spaceId: string; number: number },
): Promise<ReadonlyMap<string, string>> {
  const { organizationId } = to
  const rows = await context.db.many(selectFileKeys, { organizationId, ...from })
  const copied = new Map<string, string>()
  try {
    for (let first = 0; first < rows.length; first += filesAtOnce) {
      const some = rows.slice(first, first + filesAtOnce)
      const copies = await allOrNone(
        context,
        organizationId,
        some.map(async (file) => ({ key: await copyFile(context, { ...to, ...file }) })),
      )
      for (const [nth, { key }] of some.entries()) copied.set(key, copies[nth]?.key ?? '')
    }
  } catch (error) {
    await dropFiles(context, { organizationId, keys: [...copied.values()] })
    throw error
  }
  return copied
}

function copyTitle(title: string): string {
  return Array.from(`${title} (copy)`).slice(0, titleLengthMax).join('')
}
