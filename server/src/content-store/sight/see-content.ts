import { type OfRevision, shapeOf } from '#/content-store/branches/public.ts'
import { isPageKind } from '#/content-store/entries/public.ts'
import { selectAncestors } from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { type KnownVisitor, seenBy, type Visitor, visitorOf } from './seen-by.ts'
import type { SeenColumns } from './seen-entries.ts'
import {
  selectAllForSight,
  selectPageConditions,
  selectUsers,
  type UserColumns,
} from './sight-queries.ts'

/** Finds the open versions whatever the head is by now: it may have moved since it was read. */
const numberMax = 2_147_483_647

type Reading = Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>

/** Those of the rows that the reader sees. The rows of the space itself, without an entry, stay. */
export async function seenRows<Row extends MaybeEntry>(
  context: Omit<Reading, 'db'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const visitor = await visitorOf(context)
  if (visitor === undefined) return rows
  const seen = await seenBy(context, visitor, rows.filter(isEntry))
  return rows.filter(({ entry_id: id }) => id === null || seen.has(id))
}

type MaybeEntry = {
  readonly [Column in keyof SeenColumns]: SeenColumns[Column] | null
}

function isEntry<Row extends MaybeEntry>(row: Row): row is Row & SeenColumns {
  return row.entry_id !== null
}

/** The test of pages for the reader of a revision. */
export async function seenPageRows<Row extends SeenColumns>(
  context: Reading,
  at: OfRevision,
  pageId: string,
  below: readonly Row[],
): Promise<{ readonly isSeen: boolean; readonly below: readonly Row[] }> {
  const visitor = await visitorOf(context)
  if (visitor === undefined) return { isSeen: true, below }
  const ids = [pageId]
  const above = await context.db.many(selectAncestors(shapeOf(at)), { ...at, ids })
  const seen = await seenBy(context, visitor, [...above, ...below])
  return {
    isSeen: seen.has(pageId),
    below: below.filter(({ entry_id: id }) => seen.has(id)),
  }
}

/** The ids of those entries of a revision, of any kind, that the reader sees. */
export async function seenOf(
  context: Reading,
  at: OfRevision,
  entries: readonly Pick<SeenColumns, 'entry_id' | 'kind'>[],
): Promise<ReadonlySet<string>> {
  const visitor = await visitorOf(context)
  const ids = entries.map(({ entry_id: id }) => id)
  if (visitor === undefined) return new Set(ids)
  const above = await context.db.many(selectAncestors(shapeOf(at)), { ...at, ids })
  const seen = new Set(await seenBy(context, visitor, above))
  for (const { entry_id: id, kind } of entries) {
    if (!isPageKind(kind) && (await isEntrySeen(context, at, id))) seen.add(id)
  }
  return seen
}

/**
 * Whether the reader sees a file or reusable content of a revision. Entries that show it are looked
 * at first; only where the visitor sees none of them, all entries of the revision are.
 */
export async function isEntrySeen(
  context: Reading,
  at: OfRevision,
  entryId: string,
): Promise<boolean> {
  const visitor = await visitorOf(context)
  if (visitor === undefined) return true
  if (at.branchId === at.spaceId) {
    const near = await context.db.many(selectUsers, { ...at, entryId })
    if ((await seenBy(context, visitor, near)).has(entryId)) return true
  }
  const all = await allSeen(context, at, visitor)
  return all.files.includes(entryId) || all.reusableContents.includes(entryId)
}

/**
 * The test of visitors for a file of the head of the main content. All of its visitors together
 * cost one statement, and none if they saw the file in this revision before. Where it is used too
 * often to look at all that show it, all entries of the revision are looked at.
 */
export function fileSight(
  context: Pick<Reading, 'db' | 'texts' | 'threads'>,
  at: OfRevision,
  fileId: string,
): (visitor: KnownVisitor) => Promise<boolean> {
  const { db, texts } = context
  let users: Promise<readonly UserColumns[]> | undefined
  return async (known) => {
    const visitor = { ...known, organizationId: at.organizationId }
    const key = `shown ${at.spaceId} ${at.number} ${fileId} ${visitor.audience}`
    if (texts.get(key) !== undefined) return true
    users ??= db.many(selectUsers, { ...at, number: numberMax, entryId: fileId })
    const rows = await users
    const isSeen =
      (await seenBy(context, visitor, rows)).has(fileId) ||
      (rows.some((row) => row.is_cut) &&
        (await allSeen(context, at, visitor)).files.includes(fileId))
    // Only what is seen is remembered: uses that an older release did not record come later.
    if (isSeen) texts.set(key, '')
    return isSeen
  }
}

interface AllSeen {
  readonly files: readonly string[]
  readonly reusableContents: readonly string[]
}

/** The ids of all files and reusable contents of a revision that the visitor sees. */
async function allSeen(
  context: Pick<Reading, 'db' | 'texts' | 'threads'>,
  at: OfRevision,
  visitor: Visitor,
): Promise<AllSeen> {
  const { db, texts } = context
  const { spaceId, branchId, number, mainNumber } = at
  const key = `seen ${spaceId} ${branchId} ${number} ${mainNumber} ${visitor.audience}`
  const known = texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return JSON.parse(known) as AllSeen
  const rows = await db.many(selectAllForSight(shapeOf(at)), at)
  const seen = await seenBy(context, visitor, rows)
  const ofKind = (kind: string) =>
    rows
      .filter((row) => row.kind === kind && seen.has(row.entry_id))
      .map(({ entry_id: id }) => id)
  const all = { files: ofKind('file'), reusableContents: ofKind('reusable-content') }
  texts.set(key, JSON.stringify(all))
  return all
}

/** The ids of the files of a revision that a visitor sees; undefined for users, who see all. */
export async function seenFiles(
  context: Reading,
  at: OfRevision,
): Promise<readonly string[] | undefined> {
  const visitor = await visitorOf(context)
  return visitor && (await allSeen(context, at, visitor)).files
}

interface PageOfSpace {
  readonly spaceId: string
  readonly pageId: string
}

/** Those of the pages of the main content, of any spaces, that the reader sees. */
export async function seenAmong<Page extends PageOfSpace>(
  context: Reading,
  organizationId: string,
  pages: readonly Page[],
): Promise<readonly Page[]> {
  const visitor = await visitorOf(context)
  if (visitor === undefined || pages.length === 0) return pages
  const rows = await context.db.many(selectPageConditions, {
    organizationId,
    spaceIds: pages.map(({ spaceId }) => spaceId),
    pageIds: pages.map(({ pageId }) => pageId),
  })
  const holding = new Set(await holdingFor(context, rows))
  const hidden = new Set(
    rows
      .filter((row) => !holding.has(row))
      .map((row) => `${row.space_id} ${row.page_id}`),
  )
  return pages.filter(({ spaceId, pageId }) => !hidden.has(`${spaceId} ${pageId}`))
}

interface Conditional {
  readonly conditions: readonly string[]
}

/** Those of the rows whose conditions all hold for the reader. */
export async function holdingFor<Row extends Conditional>(
  context: Omit<Reading, 'db'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const visitor = await visitorOf(context)
  if (visitor === undefined || rows.length === 0) return rows
  const different = [...new Set(rows.flatMap(({ conditions }) => conditions))]
  const asPages = different.map((condition) => ({
    entry_id: condition,
    kind: 'document',
    parent_id: '',
    attributes: { condition },
  }))
  const holding = await seenBy(context, visitor, asPages)
  return rows.filter(({ conditions }) => conditions.every((each) => holding.has(each)))
}
