import { setAttributes } from '#/page/set-attributes.ts'
import type { ContentTree, Entry, JsonValue } from '#/tree/entries.ts'
import { childrenInOrder, isPage, makesCycle, slugOf } from '#/tree/tree.ts'
import { positionBetween } from '#/tree/positions.ts'
import {
  copyPage,
  editPage,
  makePage,
  render,
  type Chance,
  type Page,
  type Words,
} from './three-way-bodies.ts'

/** A tree that can be edited, with the pages from which its bodies are rendered. */
export interface Space {
  readonly entries: Map<string, Entry>
  readonly pages: Map<string, Page>
  readonly variables: Map<string, string>
}

export function makeSpace(chance: Chance, words: Words): Space {
  const space: Space = { entries: new Map(), pages: new Map(), variables: new Map() }
  const count = 4 + chance.below(8)
  while (space.entries.size < count) addPage(space, chance, words)
  for (let more = chance.below(3); more > 0; more -= 1) addFile(space, words)
  for (let more = chance.below(2); more > 0; more -= 1) addReusable(space, chance, words)
  for (let more = chance.below(3); more > 0; more -= 1) {
    space.variables.set(`v${space.variables.size}`, words.next())
  }
  return space
}

export function copySpace(space: Space): Space {
  return {
    entries: new Map(space.entries),
    pages: new Map([...space.pages].map(([id, page]) => [id, copyPage(page)])),
    variables: new Map(space.variables),
  }
}

export function treeOf({ entries, variables }: Space): ContentTree {
  return { entries: new Map(entries), variables: Object.fromEntries(variables) }
}

type SpaceEdit = (space: Space, chance: Chance, words: Words) => boolean

const spaceEdits: readonly SpaceEdit[] = [
  editBody,
  editBody,
  editBody,
  editAttribute,
  editAttribute,
  renamePage,
  movePage,
  movePage,
  movePage,
  addPage,
  addPage,
  deleteEntry,
  deleteEntry,
  replaceFile,
  addFile,
  editVariable,
  editVariable,
]

export function editSpace(space: Space, chance: Chance, words: Words): boolean {
  return chance.pick(spaceEdits)(space, chance, words)
}

function addPage(space: Space, chance: Chance, words: Words): boolean {
  const id = `page-${words.next()}`
  const parent = chance.next() < 0.5 ? null : pickPage(space, chance)?.id
  const page = makePage(chance, words)
  const title = words.next()
  const attributes = {
    title,
    // Few slugs, so that two sides now and then take the same one.
    slug: freeSlug(space, parent ?? null, `slug-${chance.below(8)}`),
    description: words.next(),
    icon: words.next(),
    layout: { width: 'default', outline: true, pagination: true },
  }
  const position = positionAt(space, parent ?? null, chance)
  space.pages.set(id, page)
  space.entries.set(id, {
    id,
    kind: 'document',
    parent: parent ?? null,
    position,
    attributes,
    head: setAttributes('', {
      title,
      description: attributes.description,
      icon: attributes.icon,
    }),
    body: render(page),
  })
  return true
}

function freeSlug(space: Space, parent: string | null, slug: string): string {
  const taken = new Set(
    [...space.entries.values()]
      .filter((entry) => entry.parent === parent)
      .map(({ attributes }) => attributes['slug']),
  )
  let free = slug
  for (let number = 1; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}

function positionAt(space: Space, parent: string | null, chance: Chance): string {
  const siblings = childrenInOrder(space.entries.values()).get(parent) ?? []
  const at = chance.below(siblings.length + 1)
  const [before, after] = [siblings[at - 1]?.position, siblings[at]?.position]
  return before === after && before !== undefined
    ? positionBetween(siblings.at(-1)?.position, undefined)
    : positionBetween(before, after)
}

function pickPage(space: Space, chance: Chance): Entry | undefined {
  const pages = [...space.entries.values()].filter(isPage)
  return pages.length === 0 ? undefined : chance.pick(pages)
}

function addFile(space: Space, words: Words | Chance, more?: Words): boolean {
  const from = more ?? words
  if (!('count' in from)) return false
  const id = `file-${from.next()}`
  const attributes = { name: from.next(), hash: from.next(), size: 1 }
  space.entries.set(id, { id, kind: 'file', parent: null, position: '', attributes })
  return true
}

function addReusable(space: Space, chance: Chance, words: Words): boolean {
  const id = `reusable-${words.next()}`
  const page = makePage(chance, words)
  space.pages.set(id, page)
  space.entries.set(id, {
    id,
    kind: 'reusable-content',
    parent: null,
    position: '',
    attributes: { title: words.next() },
    body: render(page),
  })
  return true
}

function editBody(space: Space, chance: Chance, words: Words): boolean {
  const ids = [...space.pages.keys()].filter((id) => space.entries.has(id))
  if (ids.length === 0) return false
  const id = chance.pick(ids)
  const page = space.pages.get(id)
  if (page === undefined || editPage(page, chance, words) === undefined) return false
  change(space, id, { body: render(page) })
  return true
}

function editAttribute(space: Space, chance: Chance, words: Words): boolean {
  const entry = pickPage(space, chance)
  if (entry === undefined) return false
  const name = chance.pick([
    'title',
    'description',
    'icon',
    'width',
    'outline',
    'hidden',
  ] as const)
  const said = words.next()
  const layout = { ...asRecord(entry.attributes['layout']) }
  if (name === 'width' || name === 'outline') {
    layout[name] = name === 'width' ? 'wide' : false
    const head = setAttributes(entry.head ?? '', { layout })
    return change(space, entry.id, { attributes: { ...entry.attributes, layout }, head })
  }
  const value = name === 'hidden' ? true : said
  const isGone = name === 'description' && chance.next() < 0.2
  const attributes: Record<string, JsonValue> = { ...entry.attributes, [name]: value }
  if (isGone) delete attributes['description']
  const head = setAttributes(entry.head ?? '', { [name]: isGone ? null : value })
  return change(space, entry.id, { attributes, head })
}

function renamePage(space: Space, chance: Chance, words: Words): boolean {
  const entry = pickPage(space, chance)
  if (entry === undefined) return false
  const title = words.next()
  const slug = freeSlug(space, entry.parent, `slug-${chance.below(8)}`)
  const head = setAttributes(entry.head ?? '', { title })
  return change(space, entry.id, {
    attributes: { ...entry.attributes, title, slug },
    head,
  })
}

function movePage(space: Space, chance: Chance): boolean {
  const entry = pickPage(space, chance)
  if (entry === undefined) return false
  const parent = chance.next() < 0.4 ? null : (pickPage(space, chance)?.id ?? null)
  if (makesCycle(entry, parent, (id) => space.entries.get(id))) return false
  const own = slugOf(entry) ?? 'page'
  const slug = parent === entry.parent ? own : freeSlug(space, parent, own)
  const position = positionAt(space, parent, chance)
  return change(space, entry.id, {
    parent,
    position,
    attributes: { ...entry.attributes, slug },
  })
}

/** A page goes with everything in it. */
function deleteEntry(space: Space, chance: Chance): boolean {
  if (space.entries.size < 3) return false
  const children = childrenInOrder(space.entries.values())
  const waiting = [chance.pick([...space.entries.keys()])]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    space.entries.delete(id)
    waiting.push(...(children.get(id) ?? []).map((child) => child.id))
  }
  return true
}

function replaceFile(space: Space, chance: Chance, words: Words): boolean {
  const files = [...space.entries.values()].filter(({ kind }) => kind === 'file')
  if (files.length === 0) return false
  const file = chance.pick(files)
  const isRename = chance.next() < 0.3
  const attributes = isRename
    ? { ...file.attributes, name: words.next() }
    : { ...file.attributes, hash: words.next(), size: chance.below(1000) }
  return change(space, file.id, { attributes })
}

function editVariable(space: Space, chance: Chance, words: Words): boolean {
  const name = `v${chance.below(4)}`
  if (chance.next() < 0.2) return space.variables.delete(name)
  space.variables.set(name, words.next())
  return true
}

function change(space: Space, id: string, changes: Partial<Entry>): boolean {
  const entry = space.entries.get(id)
  if (entry === undefined) return false
  space.entries.set(id, { ...entry, ...changes })
  return true
}

function asRecord(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}
