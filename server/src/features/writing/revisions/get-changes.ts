import { compareTrees } from '@lectern/content/compare/trees.ts'

import {
  type OfRevision,
  selectPlace,
  shapeOf,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import {
  selectChangedEntries,
  selectChangedOnBranch,
} from '#/content-store/history/public.ts'
import {
  type ContentPlace,
  readInPlace,
  selectAncestors,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { viewChange } from './change-view.ts'
import { type Compared, entryFrom, treeFrom } from './compared-entries.ts'
import { type FindMergedFrom, mergedInto, noneMerged } from './merged-from.ts'

/** The changes of a revision, with the change request that it merged. */
export async function changesOfRevision(
  context: Context,
  place: ContentPlace,
  query: { readonly limit?: number },
  find: FindMergedFrom,
) {
  return getChanges(context, place, query, { selectSides: selectChangedEntries, find })
}

export const getChangeRequestChanges = operation(
  'getChangeRequestChanges',
  async ({ params, query }, context) =>
    getChanges(context, params, query, {
      selectSides: selectChangedOnBranch,
      find: noneMerged,
    }),
)

interface Asked {
  readonly selectSides: typeof selectChangedEntries
  readonly find: FindMergedFrom
}

async function getChanges(
  context: Context,
  place: ContentPlace,
  { limit = 10 }: { readonly limit?: number },
  { selectSides, find }: Asked,
) {
  const merged = mergedInto(context, find)
  return versionedInPlace(
    context,
    place,
    { asked: ['changes', limit], hasFileUrls: true, also: merged.seenAs },
    async () => {
      const found = await readInPlace(context, place, async (shape, of) =>
        context.db.many(selectPlace(shape), of),
      )
      const fileEpoch = found.first.file_epoch
      const view = async () => {
        const compared = await compare(context, found.revision, selectSides)
        const { spaceId, branchId } = found.revision
        // The former side of a change request is the main content.
        const beforeId = 'changeRequestId' in place ? spaceId : branchId
        const of = { spaceId, beforeId, afterId: branchId, fileEpoch }
        const scene = { context, ...of, compared }
        const shown = compared.changes.slice(0, limit)
        const more = compared.changes.length - shown.length
        return {
          ...(await merged.view(found.revision)),
          changes: shown.map((change) => viewChange(change, scene)),
          ...(more > 0 && { more }),
        }
      }
      return { found, view }
    },
  )
}

/**
 * The changes of a revision. Reads only the entries that changed, and the entries above them for
 * their paths.
 */
async function compare(
  { db }: Pick<Context, 'db'>,
  { organizationId, spaceId, branchId, number, mainNumber }: OfRevision,
  selectSides: typeof selectChangedEntries,
): Promise<Compared> {
  const of = { organizationId, spaceId, branchId, number, mainNumber }
  const sides = await db.many(selectSides(shapeOf(of)), of)
  const before = sides.filter((row) => !row.is_after)
  const after = sides.filter((row) => row.is_after)
  const unchanged = await unchangedAbove(db, of, sides)
  const entries = new Map(
    [...unchanged].map(([id, row]) => [id, entryFrom(row)] as const),
  )
  const changes = compareTrees(treeFrom(before), treeFrom(after), {
    unchanged: (id) => entries.get(id),
  })
  return {
    changes,
    before: new Map([...unchanged, ...byId(before)]),
    after: new Map([...unchanged, ...byId(after)]),
  }
}

async function unchangedAbove(
  db: Context['db'],
  of: OfRevision,
  sides: readonly VersionRow[],
): Promise<Map<string, VersionRow>> {
  const changed = new Set(sides.map(({ entry_id }) => entry_id))
  const parents = sides.map(({ parent_id }) => parent_id)
  const ids = [...new Set(parents)].filter((id) => id !== '' && !changed.has(id))
  if (ids.length === 0) return new Map()
  const rows = await db.many(selectAncestors(shapeOf(of)), { ...of, ids })
  return byId(rows.filter(({ entry_id }) => !changed.has(entry_id)))
}

function byId(rows: readonly VersionRow[]): Map<string, VersionRow> {
  return new Map(rows.map((row) => [row.entry_id, row]))
}
