import type { ContentRef } from '@lectern/contract/content-refs.ts'
import type {
  ComputedPage,
  DocumentPage,
  GroupPage,
  LinkPage,
  Page,
  PageCover,
  PageLayout,
  PageLayoutSettings,
} from '@lectern/contract/pages.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'
import { spaceAppUrl } from '#/content-store/nodes/public.ts'
import type { FoundRevision } from '#/content-store/read/public.ts'
import { documentOfSeed } from '#/features/writing/computed-pages/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { isVisitor, type Reader } from '#/platform/http/caller.ts'

/** The stored attributes of a page besides its place, name and body. */
interface PageAttributes {
  readonly emoji?: string
  readonly icon?: string
  readonly description?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly variables?: Record<string, string>
  readonly cover?: Partial<PageCover>
  readonly layout?: Partial<PageLayoutSettings>
  readonly target?: ContentRef
  readonly computed?: unknown
  readonly computedSeed?: string
  /** Of the root of computed pages: what all of them are made of. */
  readonly computedSource?: unknown
}

/** The scene in which pages are seen: their addresses in the app begin with `appUrl`. */
export interface PageScene {
  readonly appUrl: string
  /** Whether variables are left out: visitors get texts with values in place of them. */
  readonly isForVisitor: boolean
  /** Whether groups of computed pages are shown as they are declared, without their pages. */
  readonly isDeclared?: boolean
}

interface Seeing {
  readonly config: Config
  readonly caller?: Reader
}

export function pageScene(
  { config, caller }: Seeing,
  spaceId: string,
  revisionId?: string,
): PageScene {
  const space = spaceAppUrl(config, spaceId)
  return {
    appUrl: revisionId === undefined ? space : `${space}/~/revisions/${revisionId}`,
    isForVisitor: caller !== undefined && isVisitor(caller),
  }
}

/** The scene of pages in a revision, or in a change request whose head the revision is. */
export function revisionScene(
  context: Seeing,
  { spaceId, id, changeRequestNumber }: FoundRevision,
): PageScene {
  if (changeRequestNumber === null) return pageScene(context, spaceId, id)
  const scene = pageScene(context, spaceId)
  return { ...scene, appUrl: `${scene.appUrl}/~/changes/${changeRequestNumber}` }
}

/** The query of a read that may leave computed content as it is declared. */
export interface ComputedQuery {
  readonly computed?: boolean
}

/** The scene as the query wants it. */
export function declaredScene(scene: PageScene, { computed }: ComputedQuery): PageScene {
  return computed === false ? { ...scene, isDeclared: true } : scene
}

/** The part of the query that changes the answer; nothing where pages are shown as they are. */
export function declaredAsked({ computed }: ComputedQuery): readonly string[] {
  return computed === false ? ['declared'] : []
}

/** A page without its body. `path` are the slugs down to it, `pages` the pages below it. */
export function viewPage(
  row: VersionRow,
  scene: PageScene,
  path: string,
  pages: Page[],
): Page {
  switch (row.kind) {
    case 'document':
      return isDeclaredGroup(row, scene)
        ? viewGroupSource(row)
        : viewDocumentPage(row, scene, path, pages)
    case 'group':
      return viewGroup(row, path, pages)
    case 'link':
      return viewLink(row)
    default:
      return viewComputed(row)
  }
}

/** Whether the page is shown as the source of computed pages, which stands for all below it. */
export function isDeclaredGroup(
  { attributes }: Pick<VersionRow, 'attributes'>,
  { isDeclared = false }: PageScene,
): boolean {
  return isDeclared && attributesOf({ attributes }).computedSource !== undefined
}

function viewDocumentPage(
  row: VersionRow,
  { appUrl, isForVisitor }: PageScene,
  path: string,
  pages: Page[],
): DocumentPage {
  const attributes = attributesOf(row)
  const { description, cover, variables, computed, computedSeed } = attributes
  return {
    ...viewBase(row, attributes),
    type: 'document',
    kind: 'sheet',
    urls: { app: path === '' ? appUrl : `${appUrl}/${encodeURI(path)}` },
    slug: row.slug ?? '',
    path,
    ...(description !== undefined && { description }),
    pages,
    layout: viewLayout(attributes.layout),
    tags: [],
    ...(cover !== undefined && { cover: viewCover(cover) }),
    ...(variables !== undefined && !isForVisitor && { variables }),
    ...viewFlags(attributes),
    ...(computed !== undefined && computedSeed !== undefined && isComputed(row)
      ? { ...asSource<DocumentPage>(computed), computedSeed }
      : row.document_id !== null && { documentId: row.document_id }),
  }
}

/** Whether the text is what its source gave last, and not what a person made of it. */
function isComputed({ attributes, document_id: documentId }: VersionRow): boolean {
  const { computedSeed } = attributesOf({ attributes })
  return computedSeed !== undefined && documentOfSeed(computedSeed) === documentId
}

function viewGroup(row: VersionRow, path: string, pages: Page[]): GroupPage {
  const attributes = attributesOf(row)
  return {
    ...viewBase(row, attributes),
    type: 'group',
    kind: 'group',
    slug: row.slug ?? '',
    path,
    ...viewFlags(attributes),
    pages,
  }
}

function viewLink(row: VersionRow): LinkPage {
  const attributes = attributesOf(row)
  const { target = { kind: 'url', url: '' }, hidden } = attributes
  return {
    ...viewBase(row, attributes),
    type: 'link',
    kind: 'link',
    target,
    ...(target.kind === 'url' && { href: target.url }),
    ...(hidden !== undefined && { hidden }),
  }
}

function viewGroupSource(row: VersionRow): ComputedPage {
  const attributes = attributesOf(row)
  return {
    ...viewBase(row, attributes),
    type: 'computed',
    ...asSource<ComputedPage>(attributes.computedSource),
  }
}

function viewComputed(row: VersionRow): ComputedPage {
  const attributes = attributesOf(row)
  return {
    ...viewBase(row, attributes),
    type: 'computed',
    ...asSource<ComputedPage>(attributes.computed),
  }
}

function viewBase(row: VersionRow, { emoji, icon }: PageAttributes) {
  return {
    id: row.entry_id,
    title: row.title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function viewFlags({ hidden, noIndex, noRobotsIndex }: PageAttributes) {
  return {
    ...(hidden !== undefined && { hidden }),
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
  }
}

const layoutDefaults: PageLayout = {
  width: 'default',
  coverSize: 'hero',
  cover: true,
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: false,
  coverMask: 'none',
  tags: true,
  actions: true,
  anchors: true,
}

export function viewLayout(layout: Partial<PageLayoutSettings> = {}): PageLayout {
  return { ...layoutDefaults, ...layout }
}

export function viewCover({
  yPos = 0,
  height = 240,
  ...refs
}: Partial<PageCover>): PageCover {
  return { ...refs, yPos, height }
}

export function attributesOf({
  attributes,
}: Pick<VersionRow, 'attributes'>): PageAttributes {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  return attributes as PageAttributes
}

function asSource<Holder extends { computed?: unknown }>(
  computed: unknown,
): { computed: NonNullable<Holder['computed']> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return { computed: computed as NonNullable<Holder['computed']> }
}
