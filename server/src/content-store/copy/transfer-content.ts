import { documentRows } from '#/content-store/documents/public.ts'
import { insertDocuments } from '#/content-store/write/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import {
  type TransferredDocument,
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
} from './transfer-queries.ts'
import {
  transferAliases,
  transferBranch,
  type TransferredRows,
  transferEntries,
  transferRevisions,
  transferVersions,
} from './transfer-writes.ts'

/** A transfer of content to another organization through this process: no statement reads both. */
export interface ContentTransfer {
  readonly spaceId: string
  readonly from: string
  readonly to: string
  readonly source: Queryable
  /** Writes in the target organization; returns the number of rows written. */
  readonly write: <Params>(
    statement: Statement<Params, unknown>,
    params: Params,
  ) => Promise<void>
}

/** The number up to which the revisions of each branch are transferred. */
export type TransferredHeads = ReadonlyMap<string, number>

// A batch of rows is held as text, so batches of rows that may be large have fewer rows.
const rowsMax = 1_000
const largeRowsMax = 250
const entriesMax = 100
const bytesMax = 4_000_000

/**
 * Copies a space's content from the heads transferred before up to the current heads: at first
 * everything, later only changes. Writers may go on meanwhile, since a past revision never changes;
 * after `holdContent` nothing is left to transfer.
 */
export async function transferContent(
  contentTransfer: ContentTransfer,
  carried: TransferredHeads = new Map(),
): Promise<TransferredHeads> {
  const of = sourceOf(contentTransfer)
  const branches = await contentTransfer.source.many(selectBranches, of)
  const main = branches.find(({ id }) => id === contentTransfer.spaceId)
  const isFirst = carried.size === 0
  if (isFirst) {
    await transferAllDocuments(contentTransfer)
    await transferAllEntries(contentTransfer, main?.head_number ?? 0)
  }
  for (const { id: branchId, head_number: toNumber } of branches) {
    const fromNumber = carried.get(branchId) ?? 0
    if (fromNumber === toNumber) continue
    // The branch comes first, since the other rows refer to it; its head number is true at the end.
    await transferHead(contentTransfer, branchId)
    await transferAllRevisions(contentTransfer, { branchId, fromNumber, toNumber })
    if (fromNumber > 0) {
      await transferChanges(contentTransfer, { branchId, fromNumber, toNumber })
    } else {
      await transferAllVersions(contentTransfer, branchId, toNumber)
    }
  }
  if (isFirst) await transferAllAliases(contentTransfer, main?.head_number ?? 0)
  return new Map(branches.map(({ id, head_number }) => [id, head_number]))
}

/**
 * Locks the heads of these spaces until the transaction ends; returns the spaces whose heads moved
 * since their transfer.
 */
export async function holdContent(
  tx: Transaction,
  organizationId: string,
  carried: ReadonlyMap<string, TransferredHeads>,
): Promise<string[]> {
  const spaceIds = [...carried.keys()]
  const heads = await tx.many(lockBranches, { organizationId, spaceIds })
  const moved = heads.filter(
    ({ space_id, id, head_number }) => carried.get(space_id)?.get(id) !== head_number,
  )
  return [...new Set(moved.map(({ space_id }) => space_id))]
}

function sourceOf({ from, spaceId }: ContentTransfer): OfSpace {
  return { organizationId: from, spaceId }
}

async function put(
  { to, write }: ContentTransfer,
  statement: Statement<TransferredRows, unknown>,
  found: RowsAsText | undefined,
): Promise<void> {
  if (found === undefined || found.count === 0) return
  await write(statement, { organizationId: to, rows: found.rows })
}

async function transferHead(
  contentTransfer: ContentTransfer,
  branchId: string,
): Promise<void> {
  const of = { ...sourceOf(contentTransfer), branchId }
  await put(
    contentTransfer,
    transferBranch,
    await contentTransfer.source.first(selectBranch, of),
  )
}

async function putDocuments(
  { to, spaceId, write }: ContentTransfer,
  documents: readonly TransferredDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await write(insertDocuments, {
    organizationId: to,
    spaceId,
    ...documentRows(documents),
  })
}

async function transferAllDocuments(contentTransfer: ContentTransfer): Promise<void> {
  const of = { ...sourceOf(contentTransfer), rowsMax, bytesMax }
  for (let after: string | undefined = ''; after !== undefined;) {
    const documents: TransferredDocument[] = await contentTransfer.source.many(
      selectDocumentsAfter,
      { ...of, after },
    )
    await putDocuments(contentTransfer, documents)
    after = documents.at(-1)?.id
  }
}

async function transferAllEntries(
  contentTransfer: ContentTransfer,
  toNumber: number,
): Promise<void> {
  const of = { ...sourceOf(contentTransfer), afterNumber: 0, rowsMax, toNumber }
  for (let after: string | null = ''; after !== null;) {
    const found: RowsAsText | undefined = await contentTransfer.source.first(
      selectEntriesAfter,
      { ...of, after },
    )
    await put(contentTransfer, transferEntries, found)
    after = found?.last ?? null
  }
}

interface Step {
  readonly branchId: string
  readonly fromNumber: number
  readonly toNumber: number
}

async function transferAllRevisions(
  contentTransfer: ContentTransfer,
  { branchId, fromNumber, toNumber }: Step,
): Promise<void> {
  const of = {
    ...sourceOf(contentTransfer),
    branchId,
    after: '',
    rowsMax: largeRowsMax,
    toNumber,
  }
  for (let afterNumber: number | null = fromNumber; afterNumber !== null;) {
    const found: RowsAsText | undefined = await contentTransfer.source.first(
      selectRevisionsAfter,
      { ...of, afterNumber },
    )
    await put(contentTransfer, transferRevisions, found)
    afterNumber = found?.last_number ?? null
  }
}

async function transferAllVersions(
  contentTransfer: ContentTransfer,
  branchId: string,
  toNumber: number,
): Promise<void> {
  const of = { ...sourceOf(contentTransfer), branchId, rowsMax: largeRowsMax, toNumber }
  for (let [after, afterNumber]: [string | null, number] = ['', 0]; after !== null;) {
    const found: RowsAsText | undefined = await contentTransfer.source.first(
      selectVersionsAfter,
      { ...of, after, afterNumber },
    )
    await put(contentTransfer, transferVersions, found)
    after = found?.last ?? null
    afterNumber = found?.last_number ?? 0
  }
}

async function transferAllAliases(
  contentTransfer: ContentTransfer,
  toNumber: number,
): Promise<void> {
  const of = { ...sourceOf(contentTransfer), rowsMax, toNumber }
  for (let [after, afterSlug]: [string | null, string] = ['', '']; after !== null;) {
    const found: (RowsAsText & { last_slug: string | null }) | undefined =
      await contentTransfer.source.first(selectAliasesAfter, { ...of, after, afterSlug })
    await put(contentTransfer, transferAliases, found)
    after = found?.last ?? null
    afterSlug = found?.last_slug ?? ''
  }
}

/** Transfers changes; ended versions before open ones, so that no two pages hold one slug. */
async function transferChanges(
  contentTransfer: ContentTransfer,
  step: Step,
): Promise<void> {
  const { source } = contentTransfer
  const between = { ...sourceOf(contentTransfer), ...step }
  const changed = (await source.many(selectChangedBetween, between)).map(({ id }) => id)
  const parts = chunks(changed)
  for (const ids of parts) {
    const of = { ...between, ids }
    const texts = await source.many(selectDocumentIdsOfChanged, of)
    const wanted = { ...sourceOf(contentTransfer), ids: texts.map(({ id }) => id) }
    await putDocuments(contentTransfer, await source.many(selectDocumentsById, wanted))
    await put(
      contentTransfer,
      transferEntries,
      await source.first(selectChangedEntries, of),
    )
  }
  for (const isOpen of [false, true]) {
    for (const ids of parts) {
      const of = { ...between, ids, isOpen }
      await put(
        contentTransfer,
        transferVersions,
        await source.first(selectChangedVersions, of),
      )
    }
  }
  for (const ids of parts) {
    const of = { ...between, ids }
    await put(
      contentTransfer,
      transferAliases,
      await source.first(selectChangedAliases, of),
    )
  }
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / entriesMax)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * entriesMax, (index + 1) * entriesMax),
  )
}
