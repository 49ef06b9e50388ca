import { hash } from 'node:crypto'

import type { TreeConflict } from '@lectern/content/merge/tree-conflict.ts'
import type { Entry } from '@lectern/content/tree/entries.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import {
  documentIdOf,
  readBodies,
  type ReadBody,
} from '#/content-store/documents/public.ts'
import {
  type EntryRow,
  type EntryState,
  sorted,
  variablesId,
} from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Services } from '#/platform/services.ts'
import type { Threads } from '#/platform/threads/threads.ts'

import { type HeadsRow, selectHeads } from './merge-queries.ts'
import { mergeContent, type Resolutions } from './merge-work.ts'
import { documentIn, stateOf } from './merged-entry.ts'
import { mergeWorkOf, readSides, type Sides } from './read-sides.ts'

/** A text that the merge made. */
export interface MergedText extends ReadBody {
  readonly markdown: string
  readonly documentId: string
}

/** The result of merging both sides, before any of it is written. */
export interface MergePlan {
  readonly heads: HeadsRow
  readonly sides: Sides
  readonly conflicts: readonly TreeConflict[]
  /** Every entry that either side changed, after the merge; a missing entry is deleted. */
  readonly merged: ReadonlyMap<string, EntryState>
  readonly texts: ReadonlyMap<string, MergedText>
  /** The ancestors and siblings of changed entries that neither side changed. */
  readonly around: ReadonlyMap<string, Entry>
}

type BranchOf = Pick<OfBranch, 'organizationId' | 'spaceId' | 'branchId'>

type Planning = Pick<Services, 'threads' | 'plans'>

interface ToPlan {
  readonly heads: HeadsRow
  readonly resolutions: Resolutions
}

/**
 * Merges a branch with the main branch without writing. Heads are read first: as long as they are
 * the same under the lock, so is everything read after them. Requests for the same heads at the
 * same time share one plan.
 */
export async function planMerge(
  db: Queryable,
  planning: Planning,
  of: BranchOf,
  resolutions: Resolutions,
): Promise<MergePlan> {
  const heads = written(await db.first(selectHeads, of))
  const toPlan = { heads, resolutions }
  const plan = await planning.plans.share(keyOf(of, toPlan), async () =>
    makePlan(db, planning, of, toPlan),
  )
  return asPlan(plan)
}

/** The same inside a transaction, which others must not wait for: its plan is its own. */
export async function planMergeUnderLock(
  tx: Transaction,
  planning: Planning,
  of: BranchOf,
  resolutions: Resolutions,
): Promise<MergePlan> {
  const heads = written(await tx.first(selectHeads, of))
  const key = keyOf(of, { heads, resolutions })
  const known = planning.plans.get(key)
  if (known !== undefined) return asPlan(known)
  const plan = await makePlan(tx, planning, of, { heads, resolutions })
  planning.plans.set(key, plan)
  return plan
}

function asPlan(plan: unknown): MergePlan {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is stored under these keys
  return plan as MergePlan
}

/** Everything that a plan depends on. */
function keyOf(
  { organizationId, spaceId, branchId }: BranchOf,
  { heads, resolutions }: ToPlan,
): string {
  const { main_number: base, head_number: ours, main_head_number: theirs } = heads
  const decided = hash('sha256', JSON.stringify(resolutions), 'base64url')
  return [organizationId, spaceId, branchId, base, ours, theirs, decided].join(' ')
}

async function makePlan(
  db: Queryable,
  { threads }: Planning,
  of: BranchOf,
  { heads, resolutions }: ToPlan,
): Promise<MergePlan> {
  const branch = { ...of, mainNumber: heads.main_number }
  const sides = await readSides(db, branch)
  const work = await mergeWorkOf(db, branch, sides, resolutions)
  const outcome = await threads.run(of, mergeContent, work)
  const texts = await readTexts(threads, of, outcome.texts)
  const merged = new Map(
    outcome.entries.map((entry) => [entry.id, mergedState(entry, sides, texts)]),
  )
  const variables = mergedVariables(outcome.variables, sides)
  if (variables !== undefined) merged.set(variablesId, variables)
  const around = new Map(work.around.map((entry) => [entry.id, entry]))
  return { heads, sides, conflicts: outcome.conflicts, merged, texts, around }
}

export function isPlanFor({ heads }: MergePlan, now: HeadsRow): boolean {
  return (
    heads.head_number === now.head_number &&
    heads.main_head_number === now.main_head_number
  )
}

async function readTexts(
  threads: Threads,
  of: BranchOf,
  made: readonly (readonly [string, string])[],
): Promise<ReadonlyMap<string, MergedText>> {
  if (made.length === 0) return new Map()
  const bodies = await threads.run(
    of,
    readBodies,
    made.map(([, markdown]) => markdown),
  )
  return new Map(
    made.flatMap(([id, markdown], index) => {
      const body = bodies[index]
      return body === undefined
        ? []
        : [[id, { ...body, markdown, documentId: documentIdOf(markdown) }] as const]
    }),
  )
}

function mergedState(
  entry: Entry,
  { ours, theirs }: Sides,
  texts: ReadonlyMap<string, MergedText>,
): EntryState {
  const documentId = documentOf(entry, texts.get(entry.id))
  const sides = [ours.get(entry.id), theirs.get(entry.id)]
  const source = sides.find((row) => isLedBy(entry, documentId, row)) ?? sides[0]
  const { links = null, targets = null } = source ?? {}
  return { ...stateOf(entry, documentId), links, targets }
}

/** Whether the links of a version are valid for the merged entry. */
function isLedBy(entry: Entry, documentId: string | null, row: EntryRow | undefined) {
  return (
    row?.document_id === documentId &&
    sorted(row.attributes['target']) === sorted(entry.attributes['target'])
  )
}

function documentOf(entry: Entry, text: MergedText | undefined): string | null {
  if (entry.body === undefined) return null
  return text?.documentId ?? documentIn(entry) ?? documentIdOf(entry.body)
}

function mergedVariables(
  variables: Readonly<Record<string, string>>,
  { ours, theirs }: Sides,
): EntryState | undefined {
  const row: EntryRow | undefined = ours.get(variablesId) ?? theirs.get(variablesId)
  if (row === undefined) return undefined
  return {
    id: variablesId,
    kind: 'variables',
    parentId: '',
    position: '',
    slug: null,
    title: '',
    attributes: variables,
    head: null,
    documentId: null,
    links: null,
    targets: null,
  }
}
