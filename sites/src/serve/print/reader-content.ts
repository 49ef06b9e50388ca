import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import { readIncluded } from '#/serve/pages/included-documents.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { Library } from '#/serve/reads/library.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { type Reading, siteTitleOf } from '#/serve/views/reading.ts'

import type { PrintContent } from './print-content.ts'
import type { ByReader } from './print-page.tsx'

/** The most documents in a reader's print; groups do not count, being mere headings. */
const documentsMax = 100
const readsAtOnce = 8
const emptyDocument: JSONDocument = { object: 'document', data: {}, nodes: [] }

interface ChosenPage {
  readonly page: DocumentPage | GroupPage
  readonly depth: number
}

export interface Chosen {
  /** The requested page; undefined for a whole space. */
  readonly root: DocumentPage | GroupPage | undefined
  readonly pages: readonly ChosenPage[]
  readonly cut: ByReader['cut']
}

/** The pages to print: a named one with those below, or all; hidden ones only if named. */
export function chosenPages(
  revision: RevisionIndex,
  pageId: string | undefined,
): Chosen | undefined {
  const root = pageId === undefined ? undefined : revision.pageById.get(pageId)?.page
  if (pageId !== undefined && !isPrintable(root)) return undefined
  const all = isPrintable(root) ? withThoseBelow(root, 0) : shownIn(revision.pages, 0)
  if (all.length === 0) return undefined
  const total = all.filter(isDocument).length
  const pages = firstOf(all)
  const cut = total > documentsMax ? { count: documentsMax, total } : undefined
  return { root: isPrintable(root) ? root : undefined, pages, cut }
}

/** The pages with their texts, as this reader may see them. */
export async function contentFor(
  library: Library,
  reading: Reading,
  { root, pages }: Chosen,
): Promise<PrintContent> {
  const { site, place, revision, language } = reading
  const { space } = place.siteSpace
  const included = new Map<string, JSONDocument>()
  const read = async ({ page, depth }: ChosenPage) => {
    if (page.type === 'group') return { ...page, depth }
    const at = { scope: site.scope, spaceId: space.id, revision, page }
    const document = expected(site, await library.document(at)) ?? emptyDocument
    for (const [id, found] of await readIncluded(library, reading, document)) {
      included.set(id, found.document)
    }
    return { ...page, document, depth }
  }
  const printed = []
  for (let at = 0; at < pages.length; at += readsAtOnce) {
    printed.push(...(await Promise.all(pages.slice(at, at + readsAtOnce).map(read))))
  }
  return {
    organization: { title: siteTitleOf(reading) },
    space: { id: space.id, title: root?.title ?? titleOf(reading), language },
    changeRequest: null,
    revision: { createdAt: revision.createdAt },
    files: [...revision.fileById.values()],
    pages: printed,
    reusableContents: [...included].map(([id, document]) => ({ id, document })),
  }
}

/** The title of a printed space: the site's if it has one space, else the section's or its own. */
function titleOf(reading: Reading): string {
  const { site, place } = reading
  if (site.siteSpaces.length === 1) return siteTitleOf(reading)
  return place.section?.title ?? place.siteSpace.title
}

function isPrintable(page: Page | undefined): page is DocumentPage | GroupPage {
  return page?.type === 'document' || page?.type === 'group'
}

function isDocument({ page }: ChosenPage): boolean {
  return page.type === 'document'
}

function shownIn(pages: readonly Page[], depth: number): readonly ChosenPage[] {
  return pages.flatMap((page) =>
    isPrintable(page) && page.hidden !== true ? withThoseBelow(page, depth) : [],
  )
}

function withThoseBelow(
  page: DocumentPage | GroupPage,
  depth: number,
): readonly ChosenPage[] {
  const below = shownIn(page.pages, depth + 1)
  return page.type === 'group' && below.length === 0 ? [] : [{ page, depth }, ...below]
}

/** The pages up to the last document within the limit. */
function firstOf(all: readonly ChosenPage[]): readonly ChosenPage[] {
  let documents = 0
  let end = 0
  for (const [at, chosen] of all.entries()) {
    if (!isDocument(chosen)) continue
    documents += 1
    if (documents > documentsMax) break
    end = at + 1
  }
  return all.slice(0, end)
}
