import type { Entry } from '@lectern/content/tree/entries.ts'

import { mainBranch, type OfBranch } from '#/content-store/branches/public.ts'
import { selectTextsById } from '#/content-store/documents/public.ts'
import {
  type EntryRow,
  selectEntries,
  selectSiblings,
  type SiblingRow,
  variablesId,
} from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { withoutPlans } from './made-by-plan.ts'
import { selectNamesakes, selectSides } from './merge-queries.ts'
import type { MergeWork } from './merge-work.ts'
import { entryOf } from './merged-entry.ts'

type Rows = ReadonlyMap<string, EntryRow>

/** The two sides of a merge and their base, with every entry that either side changed. */
export interface Sides {
  readonly base: Rows
  /** The entries of the branch; those it did not change are as in the base. */
  readonly ours: Rows
  readonly theirs: Rows
  /** The entries that the branch itself changed or deleted. */
  readonly own: ReadonlySet<string>
}

export async function readSides(db: Queryable, branch: OfBranch): Promise<Sides> {
  const rows = await db.many(selectSides, branch)
  const of = (side: string) =>
    new Map(rows.filter((row) => row.side === side).map((row) => [row.id, row]))
  const [base, said, theirs] = [of('base'), of('ours'), of('theirs')]
  const ours = new Map<string, EntryRow>(base)
  for (const [id, row] of said) {
    if (row.is_gone) ours.delete(id)
    else ours.set(id, row)
  }
  return { base, ours, theirs, own: new Set(said.keys()) }
}

/** Everything that the merge of two sides may need, read in two round trips. */
export async function mergeWorkOf(
  db: Queryable,
  branch: OfBranch,
  sides: Sides,
  resolutions: MergeWork['resolutions'],
): Promise<MergeWork> {
  const [texts, around] = await Promise.all([
    readTexts(db, branch, sides),
    readAround(db, branch, { sides, withAll: resolutions.length > 0 }),
  ])
  const side = (rows: Rows) => ({
    entries: [...rows.values()]
      .filter(({ kind }) => kind !== 'variables')
      .map((row) => entryOf(row, texts)),
    variables: variablesIn(rows),
  })
  const settled = withoutPlans(sides)
  return {
    base: side(settled.base),
    ours: side(settled.ours),
    theirs: side(settled.theirs),
    around,
    resolutions,
  }
}

/** The variables as they were set: text values by name. */
function variablesIn(rows: Rows): Readonly<Record<string, string>> {
  const values = Object.entries(rows.get(variablesId)?.attributes ?? {})
  return Object.fromEntries(
    values.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}

/** Reads the texts, by id, of entries whose text both sides changed differently. */
async function readTexts(
  db: Queryable,
  { organizationId, spaceId }: OfBranch,
  { base, ours, theirs }: Sides,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>()
  for (const [id, was] of base) {
    const versions = [was, ours.get(id), theirs.get(id)].map((row) => row?.document_id)
    const [before, mine, its] = versions
    if (mine === before || its === before || mine === its) continue
    for (const each of versions) if (typeof each === 'string') ids.add(each)
  }
  if (ids.size === 0) return new Map()
  const rows = await db.many(selectTextsById, { organizationId, spaceId, ids: [...ids] })
  return new Map(rows.map(({ id, markdown }) => [id, markdown]))
}

/** The unchanged ancestors of changed entries, and the siblings that a merge may need. */
async function readAround(
  db: Queryable,
  { organizationId, spaceId }: OfBranch,
  { sides, withAll }: { sides: Sides; withAll: boolean },
): Promise<readonly Entry[]> {
  const main = mainBranch(organizationId, spaceId)
  const { base, ours, theirs } = sides
  const held = new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])
  const all = [...ours.values(), ...theirs.values(), ...base.values()]
  const parents = new Set(all.map((row) => row.parent_id))
  const ids = [...parents].filter((id) => id !== '' && !held.has(id))
  const placed = all.filter((row) => isPlacedAnew(row, base.get(row.id)))
  const [above, beside] = await Promise.all([
    ids.length === 0
      ? []
      : db.many(selectEntries({ isMain: true }), { ...main, ids, withText: [] }),
    readBeside(db, main, { placed, withAll }),
  ])
  const known = new Map<string, Entry>()
  for (const row of above) {
    if (!held.has(row.id)) known.set(row.id, entryOf(row, new Map()))
  }
  for (const row of beside) {
    if (!held.has(row.id) && !known.has(row.id)) known.set(row.id, besideOf(row))
  }
  return [...known.values()]
}

function isPlacedAnew(row: EntryRow, was: EntryRow | undefined): boolean {
  return row.slug !== null && (row.parent_id !== was?.parent_id || row.slug !== was.slug)
}

/** Pages that may have the same slug; with `withAll` all siblings, as people may rename pages. */
async function readBeside(
  db: Queryable,
  main: OfBranch,
  { placed, withAll }: { placed: readonly EntryRow[]; withAll: boolean },
): Promise<readonly SiblingRow[]> {
  if (placed.length === 0) return []
  const parentIds = placed.map((row) => row.parent_id)
  return withAll
    ? db.many(selectSiblings({ isMain: true }), {
        ...main,
        parentIds: [...new Set(parentIds)],
        besideIds: [],
      })
    : db.many(selectNamesakes, {
        ...main,
        parentIds,
        slugs: placed.map(({ slug }) => slug ?? ''),
      })
}

/** A sibling as the merge takes it: only its place and slug are needed. */
function besideOf({ id, kind, parent_id: parent, position, slug }: SiblingRow): Entry {
  return {
    id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages have places
    kind: kind as Entry['kind'],
    parent: parent === '' ? null : parent,
    position,
    attributes: slug === null ? {} : { slug },
  }
}
