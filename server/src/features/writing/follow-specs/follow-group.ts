import { increasing } from '@lectern/content/compare/sequence.ts'
import { setAttributes } from '@lectern/content/page/set-attributes.ts'

import type { EntryState } from '#/content-store/entries/public.ts'
import {
  bookkeepingOf,
  documentOfSeed,
  type Group,
  isAsPlanned,
  type PageOfGroup,
  plannedIn,
  seedOf,
} from '#/features/writing/computed-pages/public.ts'
import {
  type Draft,
  isInside,
  place,
  plannedEntry,
  remove,
  rename,
  siblingsIn,
} from '#/features/writing/content-edits/public.ts'
import { newId } from '#/platform/ids/new-id.ts'

/** A group in the making: what its pages are, and what the plan gave them before. */
interface Following {
  readonly draft: Draft
  readonly group: Group
  readonly root: string
  /** The entries of the pages by their keys. */
  readonly ids: Map<string, string>
  /** The keys of the pages in each page, as the plan gave them last. */
  readonly given: ReadonlyMap<string, readonly string[]>
}

/**
 * Brings a group of computed pages up to its plan. What people changed stays: texts, titles, slugs
 * and places that are not what the plan gave last, and pages that they deleted stay away.
 */
export function followGroup(draft: Draft, root: string, group: Group): void {
  const members = membersOf(draft, root, group)
  const known = [...members].map(([key, { id }]) => [key, id] as const)
  const given = [...members].map(
    ([key, { attributes }]) => [key, plannedIn(attributes)?.pages ?? []] as const,
  )
  const ids = new Map(known)
  const following = { draft, group, root, ids, given: new Map(given) }
  removeGone(following)
  for (const page of group.pages) {
    const id = ids.get(page.key)
    if (id === undefined) insertNew(following, page)
    else {
      update(draft, id, page)
      moveWithParent(following, page, id)
    }
  }
  for (const page of group.pages) reorder(following, page)
}

/** Gives a group that was only declared its root page, in its place; its pages come as new ones. */
export function expandGroup(draft: Draft, id: string, group: Group): void {
  const before = draft.now.get(id)
  const [page] = group.pages
  if (before === undefined || page === undefined) return
  const root = plannedEntry(
    { ...page, pages: [] },
    { id, root: id, source: group.source },
  )
  const { parentId } = before
  const { computed: _declared, ...kept } = before.attributes
  const attributes = { ...kept, ...root.attributes }
  const at = siblingsIn(draft, parentId).findIndex((each) => each.id === id)
  place(draft, { ...root, attributes }, { parentId, at })
}

/** The entries of a group by their keys; the root is the root whatever key it had. */
function membersOf(
  draft: Draft,
  root: string,
  { pages: [first] }: Group,
): ReadonlyMap<string, EntryState> {
  const members = new Map<string, EntryState>()
  for (const entry of draft.now.values()) {
    const planned = plannedIn(entry.attributes)
    if (planned?.root !== root || entry.kind !== 'document') continue
    members.set(entry.id === root ? (first?.key ?? planned.key) : planned.key, entry)
  }
  return members
}

/** Removes pages that are no longer in the plan, but for edited ones and those with other pages. */
function removeGone({ draft, group, root, ids }: Following): void {
  const wanted = new Set(group.pages.map(({ key }) => key))
  const gone = [...ids].filter(([key, id]) => !wanted.has(key) && id !== root)
  for (let isDone = false; !isDone;) {
    isDone = true
    for (const [key, id] of gone) {
      const entry = draft.now.get(id)
      if (entry === undefined || !isAsPlanned(entry)) continue
      if (siblingsIn(draft, id).length > 0) continue
      remove(draft, id, entry.kind)
      ids.delete(key)
      isDone = false
    }
  }
}

function insertNew(following: Following, page: PageOfGroup): void {
  const { draft, group, root, ids, given } = following
  const above = page.parent ?? ''
  const parentId = ids.get(above)
  // Somebody deleted it, or the page that it stood in.
  const isDeleted = given.get(above)?.includes(page.key) === true
  if (parentId === undefined || isDeleted) return
  const id = newId()
  ids.set(page.key, id)
  const entry = plannedEntry(page, { id, root, source: group.source })
  place(draft, entry, { parentId, at: placeOf(following, page, id) })
}

/** The index of a page among its siblings: behind the nearest one before it in the plan. */
function placeOf(
  { draft, group, ids }: Following,
  { key, parent }: PageOfGroup,
  id: string,
): number {
  const order = group.pages.find((page) => page.key === parent)?.pages ?? []
  const siblings = siblingsIn(draft, ids.get(parent ?? '') ?? '')
    .map((each) => each.id)
    .filter((each) => each !== id)
  const at = order.indexOf(key)
  for (const before of order.slice(0, Math.max(at, 0)).toReversed()) {
    const index = siblings.indexOf(ids.get(before) ?? '')
    if (index >= 0) return index + 1
  }
  for (const after of order.slice(at + 1)) {
    const index = siblings.indexOf(ids.get(after) ?? '')
    if (index >= 0) return index
  }
  return siblings.length
}

/** Gives a page what the plan says of it now, as far as nobody changed that. */
function update(draft: Draft, id: string, page: PageOfGroup): void {
  const before = draft.now.get(id)
  const planned = before && plannedIn(before.attributes)
  if (before === undefined || planned === undefined) return
  if (!isAsPlanned(before)) {
    const { computedSeed: seed } = before.attributes
    const documentId = typeof seed === 'string' ? documentOfSeed(seed) : ''
    const computedSeed = seedOf(documentId, page.digest)
    const kept = { ...planned, pages: [...page.pages] }
    const attributes = { ...before.attributes, computedSeed, planned: kept }
    draft.now.set(id, { ...before, attributes })
    return
  }
  const { title, head, attributes } = withWords(before, planned, page)
  draft.now.set(id, {
    ...before,
    title,
    head,
    documentId: page.documentId,
    attributes: {
      ...attributes,
      computedSeed: seedOf(page.documentId, page.digest),
      planned: bookkeepingOf(page, planned.root),
    },
  })
  const isOwnSlug = before.slug?.replace(/-\d+$/, '') !== planned.slug
  const keepsSlug = isOwnSlug && before.slug !== planned.slug
  if (planned.slug !== page.slug && !keepsSlug) rename(draft, id, page.slug)
}

/** The title and the description of a page, each the plan's unless somebody changed it. */
function withWords(
  { title, head, attributes }: EntryState,
  planned: { readonly title: string; readonly description: string },
  page: PageOfGroup,
): Pick<EntryState, 'title' | 'head' | 'attributes'> {
  const { description: said, ...others } = attributes
  const now = { title, description: typeof said === 'string' ? said : '' }
  const next = {
    title: now.title === planned.title ? page.title : now.title,
    description:
      now.description === planned.description
        ? (page.description ?? '')
        : now.description,
  }
  const isTitled = next.title !== now.title
  const isDescribed = next.description !== now.description
  if (!isTitled && !isDescribed) return { title, head, attributes }
  const description = next.description === '' ? null : next.description
  const changes = {
    ...(isTitled && { title: next.title }),
    ...(isDescribed && { description }),
  }
  return {
    title: next.title,
    head: setAttributes(head ?? '', changes),
    attributes: description === null ? others : { ...others, description },
  }
}

/** Puts a page into the one that it is in by now, unless a person moved it. */
function moveWithParent(following: Following, page: PageOfGroup, id: string): void {
  const { draft, ids, given, group } = following
  if (page.parent === null) return
  const [was] = [...given].find(([, pages]) => pages.includes(page.key)) ?? []
  const parentId = ids.get(page.parent)
  const entry = draft.now.get(id)
  if (was === undefined || was === page.parent || parentId === undefined) return
  const isInPlace = entry?.parentId === (ids.get(was) ?? '')
  const isPlanned = group.pages.some(({ key }) => key === page.parent)
  if (entry === undefined || !isInPlace || !isPlanned) return
  if (isInside(draft, parentId, id)) return
  place(draft, entry, { parentId, at: placeOf(following, page, id) })
}

/** Puts the pages in a page into the order of the plan, unless a person ordered them. */
function reorder(following: Following, { key: above, pages: wanted }: PageOfGroup): void {
  const { draft, ids, given, group } = following
  const parentId = ids.get(above)
  if (parentId === undefined) return
  const keyOf = new Map([...ids].map(([key, id]) => [id, key]))
  const siblings = siblingsIn(draft, parentId).flatMap(({ id }) => keyOf.get(id) ?? [])
  const before = given.get(above) ?? []
  const staying = siblings.filter((key) => before.includes(key) && wanted.includes(key))
  const isGiven = before.filter((key) => staying.includes(key)).join('\n')
  if (isGiven !== staying.join('\n')) return
  const order = wanted.filter((key) => staying.includes(key))
  const pairs = order.map((key, index) => [index, staying.indexOf(key)] as const)
  const kept = new Set(increasing(pairs).map(([index]) => order[index]))
  for (const key of order) {
    const entry = draft.now.get(ids.get(key) ?? '')
    const page = group.pages.find((each) => each.key === key)
    if (kept.has(key) || entry === undefined || page === undefined) continue
    place(draft, entry, { parentId, at: placeOf(following, page, entry.id) })
  }
}
