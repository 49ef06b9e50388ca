import { positionAmong } from '@lectern/content/tree/positions.ts'

import type { Body, Page, Tree } from './model-state.ts'
import { childrenOf, find, has, isInside, mergeBodies } from './model-tree.ts'

/** A change of content. Pages are named by their ids. */
export type Change =
  | {
      readonly operation: 'insert'
      readonly title: string
      readonly slug?: string
      readonly into: string | null
      readonly at?: number
      readonly body: Body
    }
  | {
      readonly operation: 'update'
      readonly page: string
      readonly title?: string
      readonly slug?: string
      readonly body?: Body
      /** The text that it was made from. */
      readonly base?: Body
    }
  | {
      readonly operation: 'move'
      readonly page: string
      readonly into?: string | null
      readonly at?: number
    }
  | { readonly operation: 'delete'; readonly page: string }

/** Why an edit is refused. */
interface Refusal {
  readonly status: number
  readonly reason?: string
}

type Edited = { readonly tree: Tree } | { readonly refusal: Refusal }

const invalid: Refusal = { status: 400 }
const cycle: Refusal = { status: 409, reason: 'page_cycle' }
const editConflict: Refusal = { status: 409, reason: 'edit_conflict' }

/** What changes make of a tree, one after the other; `ids` are those of the pages they insert. */
export function edited(
  before: Tree,
  changes: readonly Change[],
  ids: readonly string[],
): Edited {
  const left = [...ids]
  let tree = before
  for (const change of changes) {
    const next = editedOnce(tree, change, () => left.shift() ?? '')
    if ('refusal' in next) return next
    tree = next.tree
  }
  return { tree }
}

type ChangeOf<Operation extends Change['operation']> = Extract<
  Change,
  { operation: Operation }
>

function editedOnce(tree: Tree, change: Change, nextId: () => string): Edited {
  if (change.operation === 'insert') return inserted(tree, change, nextId)
  if (change.operation === 'update') return updated(tree, change)
  if (change.operation === 'move') return moved(tree, change)
  if (!has(tree, change.page)) return { refusal: invalid }
  return { tree: tree.filter(({ id }) => !isInside(tree, id, change.page)) }
}

function inserted(
  tree: Tree,
  { title, slug = slugOf(title), into, at, body }: ChangeOf<'insert'>,
  nextId: () => string,
): Edited {
  if (into !== null && !has(tree, into)) return { refusal: invalid }
  const page = { id: nextId(), parent: '', position: '', slug, title, body }
  return { tree: placed(tree, page, into ?? '', at) }
}

/** Without a place to go into it stays where it is, at another index. */
function moved(tree: Tree, change: ChangeOf<'move'>): Edited {
  const page = find(tree, change.page)
  const into = change.into === undefined ? page?.parent : (change.into ?? '')
  if (page === undefined || into === undefined) return { refusal: invalid }
  if (into !== '' && !has(tree, into)) return { refusal: invalid }
  if (isInside(tree, into, page.id)) return { refusal: cycle }
  return { tree: placed(tree, page, into, change.at) }
}

function updated(
  tree: Tree,
  { page: id, title, slug, body, base }: ChangeOf<'update'>,
): Edited {
  const page = find(tree, id)
  if (page === undefined) return { refusal: invalid }
  const text = body === undefined ? page.body : bodyAfter(page.body, body, base)
  if (text === undefined) return { refusal: editConflict }
  // An address that was made from the title follows it.
  const isMade = page.slug.replace(/-\d+$/, '') === slugOf(page.title)
  const isRetitled = title !== undefined && title !== page.title
  const wanted = slug ?? (isRetitled && isMade ? slugOf(title) : undefined)
  const others = childrenOf(tree, page.parent).filter((each) => each.id !== id)
  const after = {
    ...page,
    title: title ?? page.title,
    body: text,
    slug: wanted === undefined ? page.slug : freeSlug(others, wanted),
  }
  return { tree: tree.map((each) => (each.id === id ? after : each)) }
}

/** Whoever says what they began with does not overwrite what others did meanwhile. */
function bodyAfter(now: Body, sent: Body, base: Body | undefined): Body | undefined {
  return base === undefined ? sent : mergeBodies(base, sent, now)
}

/** Puts a page at an index among the pages of a parent, at the end without one. */
function placed(tree: Tree, page: Page, parent: string, at: number | undefined): Tree {
  const siblings = childrenOf(tree, parent).filter(({ id }) => id !== page.id)
  const index = Math.min(at ?? siblings.length, siblings.length)
  const { position, moved: shifted } = positionAmong(siblings, index)
  const there = { ...page, parent, position, slug: freeSlug(siblings, page.slug) }
  const others = tree
    .filter(({ id }) => id !== page.id)
    .map((each) => ({ ...each, position: shifted.get(each.id) ?? each.position }))
  return [...others, there]
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function freeSlug(siblings: readonly Page[], slug: string): string {
  const taken = new Set(siblings.map((page) => page.slug))
  let free = slug
  for (let number = 1; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}
