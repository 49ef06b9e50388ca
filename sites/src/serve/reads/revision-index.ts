import type { File, ReusableContent, Revision } from '@lectern/contract/content.ts'
import type { DocumentPage, GroupPage, LinkPage, Page } from '@lectern/contract/pages.ts'

import { digestOf } from '#/serve/cache/digest.ts'

/** A page with its place in the tree. */
export interface PlacedPage<P extends Page = Page> {
  readonly page: P
  /** The pages above, from the top down. */
  readonly parents: readonly (DocumentPage | GroupPage)[]
  /** Whether the page or one above it is hidden from the navigation. */
  readonly isHidden: boolean
}

export type PlacedDocument = PlacedPage<DocumentPage>

/** A revision with lookup tables. Immutable. */
export interface RevisionIndex {
  readonly id: string
  /** About how much memory the index takes. */
  readonly bytes: number
  /** The revision that was indexed. */
  readonly revision: Revision
  readonly createdAt: string
  readonly editUrl: string | undefined
  readonly pages: readonly Page[]
  /** References of pages outside their bodies: targets of links, and covers. */
  readonly references: readonly unknown[]
  /** Whether any page is a link, which may lead to another space. */
  readonly hasLinks: boolean
  readonly pageById: ReadonlyMap<string, PlacedPage>
  /** Documents by path; the first page also by the empty path. */
  readonly documentByPath: ReadonlyMap<string, PlacedDocument>
  readonly groupByPath: ReadonlyMap<string, PlacedPage<GroupPage>>
  /** All documents in reading order, hidden ones included. */
  readonly documents: readonly PlacedDocument[]
  /** The documents that are not hidden, and the position of each among them. */
  readonly shownDocuments: readonly PlacedDocument[]
  readonly shownPosition: ReadonlyMap<string, number>
  readonly home: PlacedDocument | undefined
  readonly fileById: ReadonlyMap<string, File>
  readonly reusableById: ReadonlyMap<string, ReusableContent>
  /** The pages with the shared schemas of specifications. */
  readonly schemasPages: ReadonlyMap<string, DocumentPage>
  /** A digest of the navigation, equal for revisions with the same one. */
  readonly treeDigest: string
  /** A digest of the variables of the revision, equal for revisions with the same ones. */
  readonly variablesDigest: string
}

export function indexRevision(revision: Revision, bytes = 0): RevisionIndex {
  const pageById = new Map<string, PlacedPage>()
  const documentByPath = new Map<string, PlacedDocument>()
  const groupByPath = new Map<string, PlacedPage<GroupPage>>()
  const documents: PlacedDocument[] = []
  const targets: unknown[] = []
  const covers: unknown[] = []
  const shown: string[] = []

  function walk(pages: readonly Page[], above: Omit<PlacedPage, 'page'>): void {
    for (const page of pages) {
      const isHidden = above.isHidden || hides(page)
      const placed = { page, parents: above.parents, isHidden }
      pageById.set(page.id, placed)
      shown.push(navigationOf(page, above.parents.length))
      if (page.type === 'link') targets.push(page.target)
      if (page.type !== 'document' && page.type !== 'group') continue
      if (page.type === 'document') {
        if (page.cover !== undefined) covers.push(page.cover)
        const document = { page, parents: above.parents, isHidden }
        documents.push(document)
        documentByPath.set(page.path, document)
      } else {
        groupByPath.set(page.path, { page, parents: above.parents, isHidden })
      }
      walk(page.pages, { parents: [...above.parents, page], isHidden })
    }
  }
  walk(revision.pages, { parents: [], isHidden: false })
  const shownDocuments = documents.filter(({ isHidden }) => !isHidden)
  if (documents[0] !== undefined && !documentByPath.has('')) {
    documentByPath.set('', documents[0])
  }

  return {
    id: revision.id,
    bytes,
    revision,
    createdAt: revision.createdAt,
    editUrl: revision.git?.url,
    pages: revision.pages,
    references: [...targets, ...covers],
    hasLinks: targets.length > 0,
    pageById,
    documentByPath,
    groupByPath,
    documents,
    shownDocuments,
    shownPosition: new Map(shownDocuments.map(({ page }, at) => [page.id, at])),
    home: documents[0],
    fileById: new Map(revision.files.map((file) => [file.id, file])),
    reusableById: new Map(
      revision.reusableContents.map((content) => [content.id, content]),
    ),
    schemasPages: schemasPagesIn(shownDocuments),
    treeDigest: digestOf(shown.join('\n')),
    variablesDigest: digestOf(JSON.stringify(revision.variables ?? {})),
  }
}

/** The first page of each specification that is computed of its schemas. */
function schemasPagesIn(
  documents: readonly PlacedDocument[],
): ReadonlyMap<string, DocumentPage> {
  const pages = new Map<string, DocumentPage>()
  for (const { page } of documents) {
    const { computed } = page
    if (computed?.type !== 'builtin:openapi' || computed.props.doc !== 'models') continue
    const { spec } = computed.dependencies.spec.ref
    if (!pages.has(spec)) pages.set(spec, page)
  }
  return pages
}

function hides(page: Page): boolean {
  return page.type !== 'computed' && page.hidden === true
}

/** The navigation entry of a page as one line of text. */
function navigationOf(page: Page, depth: number): string {
  const place =
    page.type === 'document' || page.type === 'group' ? page.path : hrefOf(page)
  return JSON.stringify([
    depth,
    page.type,
    page.id,
    page.title,
    place,
    page.emoji,
    page.icon,
    hides(page),
  ])
}

function hrefOf(page: Page): unknown {
  return page.type === 'link' ? (page satisfies LinkPage).target : ''
}
