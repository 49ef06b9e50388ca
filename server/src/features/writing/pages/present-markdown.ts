import {
  type HeadColumns,
  type OfRevision,
  shapeOf,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { selectLinksOfVersion } from '#/content-store/documents/public.ts'
import { isPageKind } from '#/content-store/entries/public.ts'
import {
  addressOf,
  fileOfPage,
  keyOfTarget,
  pathOfNamed,
  respellLinksTask,
  type TargetNow,
} from '#/content-store/links/public.ts'
import { type BodyColumns, selectAncestors } from '#/content-store/read/public.ts'
import { seenRows } from '#/content-store/sight/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { firstPageInRevision } from './revision-pages.ts'

export type RowWithText = VersionRow & BodyColumns & Pick<HeadColumns, 'moved_number'>

/**
 * The Markdown of a page as it is stored, except for links whose targets were moved or renamed
 * since. Only a page that may have such links costs more than the row that is at hand. Links to
 * pages that a visitor does not see stay as they are stored too, for their new addresses would tell
 * of them.
 */
export async function presentMarkdown(
  context: ReaderContext,
  at: OfRevision,
  row: RowWithText,
  audience: string | undefined,
): Promise<string> {
  const stored = row.markdown ?? ''
  if (!mayBeStale(at, row)) return stored
  // On the main branch only a move changes paths, so that all revisions after the last move share
  // one cached text; what visitors see changes with conditions too.
  const isShared = shapeOf(at).isMain && audience === undefined
  const number = isShared ? Math.min(at.number, row.moved_number) : at.number
  const version = `${row.branch_id ?? ''} ${row.entry_id} ${row.from_number}`
  const reader = audience === undefined ? '' : ` visitor ${audience}`
  const key = `present ${at.spaceId} ${at.branchId} ${number} ${version}${reader}`
  const known = context.texts.get(key)
  if (known !== undefined) return known
  const text = await respelled(context, at, row)
  context.texts.set(key, text)
  return text
}

/**
 * Whether the links of a page may be outdated. On a change request a page and its link targets may
 * be of different branches, so that their numbers cannot be compared.
 */
function mayBeStale(
  at: OfRevision,
  { has_targets, linked_number, moved_number }: RowWithText,
): boolean {
  if (has_targets !== true) return false
  const isApart = typeof linked_number === 'number' && linked_number < moved_number
  return isApart || !shapeOf(at).isMain
}

async function respelled(
  context: ReaderContext,
  at: OfRevision,
  row: RowWithText,
): Promise<string> {
  const { db, threads } = context
  const { organizationId, spaceId } = at
  const version = { entryId: row.entry_id, fromNumber: row.from_number }
  const markdown = row.markdown ?? ''
  const found = await db.first(selectLinksOfVersion, {
    organizationId,
    spaceId,
    branchId: row.branch_id ?? spaceId,
    ...version,
  })
  const links = found?.links ?? []
  const keys = new Set(links.flatMap((link) => keyOfTarget(link) ?? []))
  if (keys.size === 0) return markdown
  const ids = [...keys].map((key) => key.slice(key.indexOf('/') + 1))
  const [rows, firstId] = await Promise.all([
    db.many(selectAncestors(shapeOf(at)), {
      ...at,
      ids: [...new Set([...ids, row.entry_id])],
    }),
    firstPageInRevision(db, at),
  ])
  const seen = await seenTargets(context, rows)
  const { targets, fileOf } = placesOf(seen, firstId)
  const file = fileOf(row.entry_id)
  return threads.run(at, respellLinksTask, { markdown, links, file, targets })
}

/** The rows without the pages that the reader does not see; files are seen with this very page. */
async function seenTargets(
  context: ReaderContext,
  rows: readonly VersionRow[],
): Promise<readonly VersionRow[]> {
  const pages = rows.filter(({ kind }) => isPageKind(kind))
  const seen = new Set(await seenRows(context, pages))
  return rows.filter((row) => !isPageKind(row.kind) || seen.has(row))
}

function placesOf(rows: readonly VersionRow[], firstId: string | undefined) {
  const entries = new Map(rows.map((row) => [row.entry_id, row]))
  const addressIn = (id: string) =>
    addressOf(id, (each) => {
      const entry = entries.get(each)
      return entry && { slug: entry.slug, parentId: entry.parent_id }
    })
  const fileOf = (id: string) => {
    const entry = entries.get(id)
    return entry === undefined ? '' : pathOf(entry, addressIn(id))
  }
  const targets = Object.fromEntries(
    rows.map((row): [string, TargetNow] => {
      const { entry_id: id, kind } = row
      if (!isPageKind(kind)) return [`${kind}/${id}`, { path: fileOf(id), addresses: [] }]
      const addresses = [addressIn(id), ...(id === firstId ? [''] : [])]
      return [`page/${id}`, { path: fileOf(id), addresses }]
    }),
  )
  return { targets, fileOf }
}

function pathOf({ kind, title, ...row }: VersionRow, address: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
  const attributes = row.attributes as Parameters<typeof fileOfPage>[1]
  const { path } = attributes
  return isPageKind(kind)
    ? fileOfPage(address, attributes)
    : pathOfNamed({ kind, title, path: typeof path === 'string' ? path : null })
}
