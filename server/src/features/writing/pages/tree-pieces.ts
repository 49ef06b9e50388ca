import { comparePositions } from '@lectern/content/tree/positions.ts'

import type { OfRevision, VersionRow } from '#/content-store/branches/public.ts'
import {
  type OutlineEntry,
  type OutlineRow,
  selectVersions,
} from '#/content-store/read/public.ts'
import { withSeenTargets } from '#/content-store/sight/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { joinPath } from './page-tree.ts'
import { type PageScene, viewPage } from './page-view.ts'

/** The number of pages that are read, and sent, at once. */
const pagesPerPiece = 200

type Reading = Pick<ReaderContext, 'db' | 'caller' | 'texts' | 'threads'>

/** The part of a page that is held until its turn comes. */
interface Step {
  readonly id: string
  readonly fromNumber: number
  /** The number of pages above this one. */
  readonly depth: number
}

/**
 * A page tree as JSON, in pieces. Only the order of its pages is held all the time: each page is
 * read when its turn comes, in the version that the outline names, so that the answer is one state
 * of the space however long it takes.
 */
export async function* treePieces(
  context: Reading,
  at: OfRevision,
  outline: readonly OutlineRow[],
  scene: PageScene,
): AsyncGenerator<string> {
  const steps = inOrder(outline)
  /** The paths of the pages that are still open. */
  const open: string[] = []
  let text = '{"pages":['
  let isFirst = true
  for (let from = 0; from < steps.length; from += pagesPerPiece) {
    const some = steps.slice(from, from + pagesPerPiece)
    const rows = await versionsOf(context, at, some)
    for (const { id, depth } of some) {
      const row = rows.get(id)
      if (row === undefined) throw new Error('The space is deleted while it is read')
      if (depth < open.length) isFirst = false
      text += ']}'.repeat(open.length - depth)
      open.length = depth
      if (!isFirst) text += ','
      const path = joinPath(open.at(-1) ?? '', row.slug)
      const page = viewPage(row, scene, path, [])
      isFirst = 'pages' in page
      if (isFirst) open.push(path)
      text += 'pages' in page ? opened(page) : JSON.stringify(page)
    }
    yield text
    text = ''
  }
  yield `${text}${']}'.repeat(open.length)}]}`
}

/** The JSON of a page up to the beginning of the pages below it. */
function opened({ pages: _below, ...page }: { readonly pages: unknown }): string {
  return `${JSON.stringify(page).slice(0, -1)},"pages":[`
}

async function versionsOf(
  context: Reading,
  at: OfRevision,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, VersionRow>> {
  const { organizationId, spaceId } = at
  const rows = await context.db.many(selectVersions, {
    organizationId,
    spaceId,
    ids: steps.map(({ id }) => id),
    numbers: steps.map(({ fromNumber }) => fromNumber),
  })
  const shown = await withSeenTargets(context, at, rows)
  return new Map(shown.map((row) => [row.entry_id, row]))
}

/** Puts each page before the pages below it, and these before its next sibling. */
function inOrder(outline: readonly OutlineRow[]): Step[] {
  const below = Map.groupBy(outline.filter(hasPlace), ({ parent_id }) => parent_id)
  const steps: Step[] = []
  const waiting: { entry: OutlineEntry; depth: number }[] = []
  const enter = (parentId: string, depth: number) => {
    const siblings = below.get(parentId) ?? []
    below.delete(parentId)
    for (const entry of siblings.toSorted(lastFirst)) waiting.push({ entry, depth })
  }
  enter('', 0)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entry, depth } = next
    steps.push({ id: entry.entry_id, fromNumber: entry.from_number, depth })
    if (entry.kind === 'document' || entry.kind === 'group') {
      enter(entry.entry_id, depth + 1)
    }
  }
  return steps
}

function lastFirst(one: OutlineEntry, other: OutlineEntry): number {
  return comparePositions(
    { id: other.entry_id, position: other.position },
    { id: one.entry_id, position: one.position },
  )
}

/** Whether the row has a place: the outer join gives all columns of it or none. */
function hasPlace(row: OutlineRow): row is OutlineRow & OutlineEntry {
  return row.entry_id !== null
}
