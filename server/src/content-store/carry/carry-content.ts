import { documentRows } from '#/content-store/documents/public.ts'
import { insertDocuments } from '#/content-store/write/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import {
  type CarriedDocument,
  lockBranches,
  type OfSpace,
  type RowsAsText,
  selectAliasesAfter,
  selectBranch,
  selectBranches,
  selectChangedAliases,
  selectChangedBetween,
  selectChangedEntries,
  selectChangedVersions,
  selectDocumentsAfter,
  selectDocumentIdsOfChanged,
  selectDocumentsById,
  selectEntriesAfter,
  selectRevisionsAfter,
  selectVersionsAfter,
} from './carry-queries.ts'
import {
  carryAliases,
  carryBranch,
  type CarriedRows,
  carryEntries,
  carryRevisions,
  carryVersions,
} from './carry-writes.ts'

/** Content on its way to another organization, through this process: no statement knows both. */
export interface Carrying {
  readonly spaceId: string
  readonly from: string
  readonly to: string
  readonly source: Queryable
  /** Writes in the other organization; gives how many rows it touched. */
  readonly write: <Params>(
    statement: Statement<Params, unknown>,
    params: Params,
  ) => Promise<number>
}

/** Up to which number the revisions of each branch are carried. */
export type CarriedHeads = ReadonlyMap<string, number>

// Rows of a batch are held as text, so there are fewer of those that may be large.
const rowsMax = 1_000
const largeRowsMax = 250
const entriesMax = 100
const bytesMax = 4_000_000

/**
 * Brings the copy of a space's content from what was carried before up to the heads as they are now:
 * at first everything, then what changed. Others may go on writing meanwhile, since a past revision
 * never changes; behind `holdContent`, nothing is left to come.
 */
export async function carryContent(
  carrying: Carrying,
  carried: CarriedHeads = new Map(),
): Promise<CarriedHeads> {
  const of = sourceOf(carrying)
  const branches = await carrying.source.many(selectBranches, of)
  const main = branches.find(({ id }) => id === carrying.spaceId)
  const isFirst = carried.size === 0
  if (isFirst) {
    await carryAllDocuments(carrying)
    await carryAllEntries(carrying, main?.head_number ?? 0)
  }
  for (const { id: branchId, head_number: toNumber } of branches) {
    const fromNumber = carried.get(branchId) ?? 0
    if (fromNumber === toNumber) continue
    // First, since the rest refers to it; what it says of its head is true at the end.
    await carryHead(carrying, branchId)
    await carryAllRevisions(carrying, { branchId, fromNumber, toNumber })
    if (fromNumber > 0) await carryChanges(carrying, { branchId, fromNumber, toNumber })
    else await carryAllVersions(carrying, branchId, toNumber)
  }
  if (isFirst) await carryAllAliases(carrying, main?.head_number ?? 0)
  return new Map(branches.map(({ id, head_number }) => [id, head_number]))
}

/** From here on until the transaction ends no head of these spaces moves; gives those that have moved. */
export async function holdContent(
  tx: Transaction,
  organizationId: string,
  carried: ReadonlyMap<string, CarriedHeads>,
): Promise<string[]> {
  const spaceIds = [...carried.keys()]
  const heads = await tx.many(lockBranches, { organizationId, spaceIds })
  const moved = heads.filter(
    ({ space_id, id, head_number }) => carried.get(space_id)?.get(id) !== head_number,
  )
  return [...new Set(moved.map(({ space_id }) => space_id))]
}

function sourceOf({ from, spaceId }: Carrying): OfSpace {
  return { organizationId: from, spaceId }
}

async function put(
  { to, write }: Carrying,
  statement: Statement<CarriedRows, unknown>,
  found: RowsAsText | undefined,
): Promise<void> {
  if (found === undefined || found.count === 0) return
  await write(statement, { organizationId: to, rows: found.rows })
}

async function carryHead(carrying: Carrying, branchId: string): Promise<void> {
  const of = { ...sourceOf(carrying), branchId }
  await put(carrying, carryBranch, await carrying.source.first(selectBranch, of))
}

async function putDocuments(
  { to, spaceId, write }: Carrying,
  documents: readonly CarriedDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await write(insertDocuments, {
    organizationId: to,
    spaceId,
    ...documentRows(documents),
  })
}

async function carryAllDocuments(carrying: Carrying): Promise<void> {
  const of = { ...sourceOf(carrying), rowsMax, bytesMax }
  for (let after: string | undefined = ''; after !== undefined;) {
    const documents: CarriedDocument[] = await carrying.source.many(
      selectDocumentsAfter,
      { ...of, after },
    )
    await putDocuments(carrying, documents)
    after = documents.at(-1)?.id
  }
}

async function carryAllEntries(carrying: Carrying, toNumber: number): Promise<void> {
  const of = { ...sourceOf(carrying), afterNumber: 0, rowsMax, toNumber }
  for (let after: string | null = ''; after !== null;) {
    const found: RowsAsText | undefined = await carrying.source.first(
      selectEntriesAfter,
      { ...of, after },
    )
    await put(carrying, carryEntries, found)
    after = found?.last ?? null
  }
}

interface Step {
  readonly branchId: string
  readonly fromNumber: number
  readonly toNumber: number
}

async function carryAllRevisions(
  carrying: Carrying,
  { branchId, fromNumber, toNumber }: Step,
): Promise<void> {
  const of = {
    ...sourceOf(carrying),
    branchId,
    after: '',
    rowsMax: largeRowsMax,
    toNumber,
  }
  for (let afterNumber: number | null = fromNumber; afterNumber !== null;) {
    const found: RowsAsText | undefined = await carrying.source.first(
      selectRevisionsAfter,
      { ...of, afterNumber },
    )
    await put(carrying, carryRevisions, found)
    afterNumber = found?.last_number ?? null
  }
}

async function carryAllVersions(
  carrying: Carrying,
  branchId: string,
  toNumber: number,
): Promise<void> {
  const of = { ...sourceOf(carrying), branchId, rowsMax: largeRowsMax, toNumber }
  for (let [after, afterNumber]: [string | null, number] = ['', 0]; after !== null;) {
    const found: RowsAsText | undefined = await carrying.source.first(
      selectVersionsAfter,
      { ...of, after, afterNumber },
    )
    await put(carrying, carryVersions, found)
    after = found?.last ?? null
    afterNumber = found?.last_number ?? 0
  }
}

async function carryAllAliases(carrying: Carrying, toNumber: number): Promise<void> {
  const of = { ...sourceOf(carrying), rowsMax, toNumber }
  for (let [after, afterSlug]: [string | null, string] = ['', '']; after !== null;) {
    const found: (RowsAsText & { last_slug: string | null }) | undefined =
      await carrying.source.first(selectAliasesAfter, { ...of, after, afterSlug })
    await put(carrying, carryAliases, found)
    after = found?.last ?? null
    afterSlug = found?.last_slug ?? ''
  }
}

/** What ended goes before what began: two pages never hold one slug at the same time. */
async function carryChanges(carrying: Carrying, step: Step): Promise<void> {
  const { source } = carrying
  const between = { ...sourceOf(carrying), ...step }
  const changed = (await source.many(selectChangedBetween, between)).map(({ id }) => id)
  const parts = chunks(changed)
  for (const ids of parts) {
    const of = { ...between, ids }
    const texts = await source.many(selectDocumentIdsOfChanged, of)
    const wanted = { ...sourceOf(carrying), ids: texts.map(({ id }) => id) }
    await putDocuments(carrying, await source.many(selectDocumentsById, wanted))
    await put(carrying, carryEntries, await source.first(selectChangedEntries, of))
  }
  for (const isOpen of [false, true]) {
    for (const ids of parts) {
      const of = { ...between, ids, isOpen }
      await put(carrying, carryVersions, await source.first(selectChangedVersions, of))
    }
  }
  for (const ids of parts) {
    const of = { ...between, ids }
    await put(carrying, carryAliases, await source.first(selectChangedAliases, of))
  }
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / entriesMax)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * entriesMax, (index + 1) * entriesMax),
  )
}
