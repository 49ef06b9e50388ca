import { mainRevision, shapeOf } from '#/content-store/branches/public.ts'
import { specTarget, type StoredLink, type Uses } from '#/content-store/entries/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { seenBy, type Visitor } from './seen-by.ts'
import type { SeenColumns } from './seen-entries.ts'
import { selectAllForSight, selectUsers } from './sight-queries.ts'
import {
  selectIsPreviewed,
  selectSpecHolders,
  selectSpacesShowing,
  type SpaceShowing,
  type SpecHolder,
} from './spec-queries.ts'

type Reading = Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>

/**
 * Whether a visitor sees a page, in a space that their site shows them now, with a block of this
 * OpenAPI specification or made of it. In a preview, which only members open, it is enough that
 * something in the change request has such a block.
 */
export async function isSpecSeen(context: Reading, slug: string): Promise<boolean> {
  const { caller, db } = context
  const target = specTarget(slug)
  if (!isVisitor(caller) || target === undefined) return false
  const sight = await caller.look('fresh')
  if (sight === undefined) return false
  const { organizationId } = caller
  const { claims, audience, preview } = sight
  const visitor = { organizationId, claims, audience }
  const asked = { organizationId, target, spaceIds: [...sight.spaceIds] }
  for (const space of await db.many(selectSpacesShowing, asked)) {
    if (await isSeenIn(context, visitor, space, target)) return true
  }
  if (preview?.branchId === undefined) return false
  const { branchId } = preview
  const found = await db.first(selectIsPreviewed, { ...asked, branchId })
  return found !== undefined
}

/** Whether the visitor sees it in the head of a space; what is seen is remembered for this head. */
async function isSeenIn(
  context: Pick<Reading, 'db' | 'texts' | 'threads'>,
  visitor: Visitor,
  { space_id: spaceId, head_number: headNumber }: SpaceShowing,
  // oxlint-disable-next-line max-params -- what reads, who looks, where, and for what
  target: string,
): Promise<boolean> {
  const { db, texts } = context
  const key = `spec seen ${spaceId} ${headNumber} ${target} ${visitor.audience}`
  if (texts.get(key) !== undefined) return true
  const { organizationId } = visitor
  const at = mainRevision({ organizationId, spaceId }, headNumber)
  const isSeenAmong = async (
    rows: readonly SeenColumns[],
    holders: readonly SpecHolder[],
  ) => {
    const shown = withSpec(rows, holders, target)
    return (await seenBy(context, visitor, shown)).has(target)
  }
  const near = await db.many(selectUsers, { ...at, number: numberMax, entryId: target })
  const ids = near.map(({ entry_id: id }) => id)
  const some = await db.many(selectSpecHolders({ only: true }), { ...at, target, ids })
  let isSeen = await isSeenAmong(near, some)
  if (!isSeen && near.some((row) => row.is_cut)) {
    const [rows, holders] = await Promise.all([
      db.many(selectAllForSight(shapeOf(at)), at),
      db.many(selectSpecHolders({ only: false }), { ...at, target, ids: [] }),
    ])
    isSeen = await isSeenAmong(rows, holders)
  }
  if (isSeen) texts.set(key, '')
  return isSeen
}

/** Finds the open versions whatever the head is by now: it may have moved since it was read. */
const numberMax = 2_147_483_647

/** The rows with the specification as one more entry, which some of them show. */
function withSpec(
  rows: readonly SeenColumns[],
  holders: readonly SpecHolder[],
  target: string,
): readonly SeenColumns[] {
  const lists = new Map(
    holders.map((holder) => [holder.entry_id, conditionsOf(holder, target)]),
  )
  const shown = rows.map((row) => {
    const conditions = lists.get(row.entry_id)
    if (conditions === undefined) return row
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
    return { ...row, uses: { ...(row.uses as Uses | null), [target]: conditions } }
  })
  const spec = { entry_id: target, kind: 'file', parent_id: '', attributes: {}, uses: {} }
  return [...shown, spec]
}

/** The conditions under which an entry shows the specification, as in its `uses`. */
function conditionsOf(
  { links, computed_from: computedFrom }: SpecHolder,
  target: string,
): readonly (readonly string[])[] | undefined {
  if (computedFrom !== null && specTarget(computedFrom) === target) return []
  const lists = links.flatMap(({ ref, conditions = [] }: StoredLink) =>
    ref.kind === 'openapi' && specTarget(ref.spec) === target ? [conditions] : [],
  )
  if (lists.length === 0) return undefined
  return lists.some((each) => each.length === 0) ? [] : lists
}
