import { splitPage } from '#/page/page-file.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { positionBetween } from '#/tree/positions.ts'
import { slugify, slugOfFile, uniqueSlugs } from '#/tree/slug.ts'
import { asJson, takeText, type ContentBuilder } from './content-builder.ts'
import { folderOf, isReadme, nameOf, withoutExtension } from './paths.ts'
import type { StructureNode } from './structure.ts'

/** Adds an entry for each node. */
export function addPages(
  structure: readonly StructureNode[],
  readmePath: string,
  builder: ContentBuilder,
): void {
  const keys: string[] = []
  const ids: string[] = []
  const siblings = new Map<string | null, Siblings>()
  for (const node of structure) {
    const key = keyOf(node, node.parent === null ? '' : (keys[node.parent] ?? ''))
    const id = builder.identify(key)
    const parent = node.parent === null ? null : (ids[node.parent] ?? null)
    keys.push(key)
    ids.push(id)
    const among = siblings.get(parent) ?? { slug: uniqueSlugs(), last: undefined }
    siblings.set(parent, among)
    among.last = positionBetween(among.last, undefined)
    const stand = { id, parent, position: among.last }
    const page = node.kind === 'page' ? readPage(node, builder) : readOther(node)
    const { title } = page
    const slug = slugOfNode(node, title, readmePath)
    const slugs = slug === undefined ? {} : { slug: among.slug(slug) }
    const attributes = { title, ...page.attributes, ...slugs }
    builder.entries.set(id, { ...stand, ...page.entry, attributes })
    if (node.path !== undefined) builder.places.set(id, { path: node.path })
  }
  resolveLinks(structure, ids, builder)
}

interface Siblings {
  readonly slug: (slug: string) => string
  last: string | undefined
}

interface NodeReading {
  readonly entry: Pick<Entry, 'kind' | 'head' | 'body'>
  readonly title: string
  readonly attributes: Readonly<Record<string, JsonValue>>
}

function readPage(node: StructureNode, builder: ContentBuilder): NodeReading {
  const { path } = node
  const file = path === undefined ? undefined : takeText(builder, path, splitPage)
  const { head, body, attributes, title } = file ?? emptyPage
  const shown = shownTitle(node, title)
  return {
    entry: { kind: 'document', head, body },
    title: title ?? orUntitled(node.title),
    attributes: { ...shown, ...asJson(attributes) },
  }
}

const emptyPage = splitPage('')

/** The title of a page in the table of contents, where it differs from the page's own. */
function shownTitle(
  node: StructureNode,
  title: string | undefined,
): { readonly linkTitle?: string } {
  const isSame = title === undefined || node.title === title || node.isGuess === true
  const linkTitle = node.linkTitle ?? (isSame ? '' : node.title)
  return linkTitle === '' ? {} : { linkTitle }
}

function readOther(node: StructureNode): NodeReading {
  const { linkTitle, computed } = node
  const kept = {
    ...(linkTitle !== undefined && { linkTitle }),
    ...(computed !== undefined && { computed }),
  }
  const kind = node.kind === 'page' ? 'document' : node.kind
  return {
    entry: { kind },
    title: orUntitled(node.title),
    attributes: kept,
  }
}

/** Resolves links into the space to the entry instead of its path. */
function resolveLinks(
  structure: readonly StructureNode[],
  ids: readonly string[],
  builder: ContentBuilder,
): void {
  const pages = new Map<string, string>()
  for (const [index, { kind, path }] of structure.entries()) {
    if (kind === 'page' && path !== undefined) pages.set(path, ids[index] ?? '')
  }
  for (const [index, node] of structure.entries()) {
    const id = ids[index] ?? ''
    const entry = builder.entries.get(id)
    if (node.kind !== 'link' || entry === undefined) continue
    const target = targetOf(node, pages)
    builder.entries.set(id, { ...entry, attributes: { ...entry.attributes, target } })
  }
}

function targetOf(node: StructureNode, pages: ReadonlyMap<string, string>): JsonValue {
  const page = node.targetPath === undefined ? undefined : pages.get(node.targetPath)
  if (page === undefined) return { kind: 'url', url: node.url ?? '' }
  if (node.anchor === undefined) return { kind: 'page', page }
  return { kind: 'anchor', anchor: node.anchor, page }
}

function slugOfNode(
  node: StructureNode,
  title: string,
  readmePath: string,
): string | undefined {
  if (node.kind === 'group') return node.slug ?? slugify(title)
  if (node.kind !== 'page') return undefined
  const { path } = node
  return path === undefined ? slugify(title) : slugOfPath(path, title, readmePath)
}

/** The slug of a page with a file, before it is made unique among its siblings. */
export function slugOfPath(path: string, title: string, readmePath: string): string {
  if (path === readmePath) return slugify(title)
  if (!isReadme(path)) return slugOfFile(withoutExtension(nameOf(path)))
  const folder = nameOf(folderOf(path).slice(0, -1))
  return folder === '' ? slugify(title) : slugOfFile(folder)
}

/** The key of a node, stable as long as the node stays in its place. */
function keyOf(node: StructureNode, parentKey: string): string {
  if (node.path !== undefined) return `page:${node.path}`
  if (node.kind === 'group') return `group:${node.slug ?? slugify(node.title)}`
  const above = parentKey.slice(parentKey.indexOf(':') + 1)
  return `${node.kind}:${above === '' ? '' : `${above}/`}${slugify(node.title)}`
}

function orUntitled(title: string): string {
  return title === '' ? 'Untitled' : title
}
