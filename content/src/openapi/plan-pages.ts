import { bounds, lengths } from './bounds.ts'
import { memberOf, listOf } from './members.ts'
import type { ApiInfo, ApiPage, ApiPart, ApiPlan } from './model.ts'
import { partName } from './model.ts'
import { hashOfPart } from './part-hash.ts'
import type { ApiReader } from './reader.ts'
import { cleanLine, lineOf, textOf } from './texts.ts'

type PartOfPage = ApiPage['parts'][number]

interface Tag {
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly parent: string | undefined
  /** Those of another kind than for navigation have no pages. */
  readonly isForPages: boolean
}

/** What a plan needs of a part. */
export interface PlannedPart extends PartOfPage {
  readonly tags: readonly string[]
}

export function plannedPart(part: ApiPart): PlannedPart {
  return {
    kind: part.kind,
    name: partName(part),
    title: titleOf(part),
    hash: hashOfPart(part),
    tags: part.kind === 'schema' ? [] : part.tags,
  }
}

/** The name of the page of operations that have no tag. */
const withoutTag = ''

/**
 * The pages of a specification. An operation with several tags is on the page of each, as people
 * look for it under any of them.
 */
export function planPages(
  reader: ApiReader,
  info: ApiInfo,
  parts: readonly PlannedPart[],
): ApiPlan {
  const operations = parts.filter((part) => part.kind === 'operation')
  const webhooks = parts.filter((part) => part.kind === 'webhook')
  const schemas = parts.filter((part) => part.kind === 'schema')
  const pages = [
    ...tagPages(reader, operations),
    ...pageOf('webhooks', 'Webhooks', webhooks),
    ...pageOf('models', 'Models', schemas),
  ]
  const { title, description } = info
  const page = { key: 'info', title, parts: [], pages }
  return { info, page: description === undefined ? page : { ...page, description } }
}

function pageOf(
  key: string,
  title: string,
  parts: readonly PlannedPart[],
): readonly ApiPage[] {
  return parts.length === 0
    ? []
    : [divided({ key, title, parts: parts.map(named), pages: [] })]
}

function named({ kind, name, title, hash }: PlannedPart): PartOfPage {
  return { kind, name, title, hash }
}

function titleOf(part: ApiPart): string {
  if (part.kind === 'schema') return part.name
  const { summary, operationId, method, path } = part
  const place = part.kind === 'webhook' ? path : `${method.toUpperCase()} ${path}`
  return cleanLine(summary ?? operationId ?? place, lengths.title)
}

function tagPages(
  reader: ApiReader,
  operations: readonly PlannedPart[],
): readonly ApiPage[] {
  const tags = tagsOf(reader, operations)
  const byTag = new Map<string, PartOfPage[]>([...tags.keys()].map((name) => [name, []]))
  const others: PartOfPage[] = []
  for (const operation of operations) {
    const part = named(operation)
    const own = operation.tags.flatMap((tag) => {
      const list = byTag.get(tag)
      return list === undefined ? [] : [list]
    })
    for (const list of own.length === 0 ? [others] : own) list.push(part)
  }
  const pages = nested([...tags.values()], byTag)
  if (others.length === 0) return pages
  const title = pages.length === 0 ? 'Operations' : 'Other operations'
  return [
    ...pages,
    divided({ key: `tag:${withoutTag}`, title, parts: others, pages: [] }),
  ]
}

/** The tags in their order: first those that the document lists, then those of operations. */
function tagsOf(
  reader: ApiReader,
  operations: readonly PlannedPart[],
): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag>()
  const pageless = new Set<string>()
  for (const listed of listOf(reader.root, 'tags', bounds.tags)) {
    const tag = tagFrom(listed)
    if (tag?.isForPages === false) pageless.add(tag.name)
    else if (tag !== undefined && !tags.has(tag.name)) tags.set(tag.name, tag)
  }
  for (const name of operations.flatMap((operation) => operation.tags)) {
    if (tags.has(name) || pageless.has(name) || tags.size >= bounds.tags) continue
    const unsaid = { description: undefined, parent: undefined, isForPages: true }
    tags.set(name, { name, title: name, ...unsaid })
  }
  return tags
}

/** A tag that is listed. */
function tagFrom(listed: unknown): Tag | undefined {
  const first = (...fields: readonly string[]) =>
    fields
      .map((field) => lineOf(listed, field, lengths.title))
      .find((line) => line !== undefined)
  const name = first('name')
  if (name === undefined) return undefined
  return {
    name,
    title: first('x-page-title', 'x-displayName', 'summary') ?? name,
    description: textOf(listed, 'description', lengths.ofPage),
    parent: first('parent', 'x-parent'),
    isForPages: (memberOf(listed, 'kind') ?? 'nav') === 'nav',
  }
}

/** Puts the pages of tags below those of their parents; one with nothing to show has no page. */
function nested(
  tags: readonly Tag[],
  byTag: ReadonlyMap<string, readonly PartOfPage[]>,
): readonly ApiPage[] {
  const byName = new Map(tags.map((tag) => [tag.name, tag]))
  const children = new Map<string | undefined, Tag[]>()
  for (const tag of tags) {
    const parent = parentOf(tag, byName)
    const known = children.get(parent)
    if (known === undefined) children.set(parent, [tag])
    else known.push(tag)
  }
  const below = (parent: string | undefined): readonly ApiPage[] =>
    (children.get(parent) ?? []).flatMap((tag) => {
      const parts = byTag.get(tag.name) ?? []
      const pages = below(tag.name)
      const { description } = tag
      if (parts.length + pages.length === 0 && description === undefined) return []
      const page = { key: `tag:${tag.name}`, title: tag.title, parts, pages }
      return [divided(description === undefined ? page : { ...page, description })]
    })
  return below(undefined)
}

const levelsMax = 5

/** The parent of a tag; none where parents go in a circle or too deep. */
function parentOf(tag: Tag, byName: ReadonlyMap<string, Tag>): string | undefined {
  const { parent } = tag
  let at = parent === undefined ? undefined : byName.get(parent)
  for (let level = 1; at !== undefined; level += 1) {
    if (at === tag || level === levelsMax) return undefined
    at = at.parent === undefined ? undefined : byName.get(at.parent)
  }
  return parent !== undefined && byName.has(parent) ? parent : undefined
}

/** A page that would be longer than pages may be goes on in others below it. */
function divided(page: ApiPage): ApiPage {
  const [parts = [], ...others] = portions(page.parts)
  if (others.length === 0) return page
  const further = others.map((portion, index) => ({
    key: continued(page.key, index + 2),
    title: `${page.title} (${index + 2})`,
    parts: portion,
    pages: [],
  }))
  return { ...page, parts, pages: [...page.pages, ...further] }
}

/** The key of a page that goes on: one that no tag has, whatever its name. */
function continued(key: string, number: number): string {
  const kind = key.split(':', 1)[0] ?? ''
  return `${kind}#${number}${key.slice(kind.length)}`
}

function portions(parts: ApiPage['parts']): readonly ApiPage['parts'][] {
  const found: PartOfPage[][] = [[]]
  let characters = 0
  for (const part of parts) {
    const size = part.name.length + part.title.length
    const last = found.at(-1) ?? []
    const isFull =
      last.length === bounds.partsOfPage || characters + size > lengths.namesOfPage
    characters = isFull ? size : characters + size
    if (isFull) found.push([part])
    else last.push(part)
  }
  return found
}
