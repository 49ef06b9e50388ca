import { compareTrees } from '@lectern/content/compare/trees.ts'

import {
  readInSpace,
  revisionOf,
  selectAncestors,
  selectChangedEntries,
  selectRevisionForCaller,
  type VersionRow,
} from '#/features/content/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { viewChange } from './change-view.ts'
import { type Compared, entryFrom, treeFrom } from './compared-entries.ts'

export const getRevisionSemanticChanges = operation(
  'getRevisionSemanticChanges',
  async ({ params: { spaceId, revisionId }, query: { limit = 10 } }, context) => {
    const { actor, first, organizationId } = await readInSpace(
      context,
      spaceId,
      async (of) => context.db.many(selectRevisionForCaller, { ...of, revisionId }),
    )
    const { revision_number: number } = revisionOf(first, revisionId)
    const fileEpoch = first.file_epoch
    return versioned(number, [actor.role, fileEpoch, limit], async () => {
      const of = { organizationId, spaceId, number }
      const compared = await compare(context, of)
      const scene = { context, spaceId, fileEpoch, compared }
      const shown = compared.changes.slice(0, limit)
      const more = compared.changes.length - shown.length
      return {
        changes: shown.map((change) => viewChange(change, scene)),
        ...(more > 0 && { more }),
      }
    })
  },
)

interface AtRevision {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: number
}

/** Only what the revision changed is looked at, and what stands above it for its paths. */
async function compare({ db }: Pick<Context, 'db'>, of: AtRevision): Promise<Compared> {
  const sides = await db.many(selectChangedEntries, of)
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
  of: AtRevision,
  sides: readonly VersionRow[],
): Promise<Map<string, VersionRow>> {
  const changed = new Set(sides.map(({ entry_id }) => entry_id))
  const parents = sides.map(({ parent_id }) => parent_id)
  const ids = [...new Set(parents)].filter((id) => id !== '' && !changed.has(id))
  if (ids.length === 0) return new Map()
  const rows = await db.many(selectAncestors, { ...of, ids })
  return byId(rows.filter(({ entry_id }) => !changed.has(entry_id)))
}

function byId(rows: readonly VersionRow[]): Map<string, VersionRow> {
  return new Map(rows.map((row) => [row.entry_id, row]))
}
