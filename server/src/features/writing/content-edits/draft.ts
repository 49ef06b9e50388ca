import { positionAmong } from '@lectern/content/tree/positions.ts'

import {
  type EntryKind,
  type EntryRow,
  type EntryState,
  stateOfRow,
} from '#/content-store/entries/public.ts'
import { addressOf } from '#/content-store/links/public.ts'
import type { GoneEntry } from '#/content-store/write/public.ts'

import type { LoadedState } from './load-state.ts'

interface Sibling {
  readonly id: string
  readonly kind: EntryKind
  readonly position: string
  readonly slug: string | null
}

/** The revision in the making: the entries read from the head, and their new states. */
export interface Draft {
  readonly before: ReadonlyMap<string, EntryRow>
  /** The new state of every known entry that is not deleted. */
  readonly now: Map<string, EntryState>
  readonly gone: Map<string, GoneEntry>
  /** The children in order, for each parent that was read. */
  readonly children: Map<string, Sibling[]>
  /** The ids of all entries of the head that were read. */
  readonly known: ReadonlySet<string>
  /** The new positions of pages that only make room and are not read yet. */
  readonly shifted: Map<string, string>
  /** The creation times of entries that are restored. */
  readonly createdAt: Map<string, string>
}

export function draftFrom(state: LoadedState): Draft {
  const children = new Map<string, Sibling[]>()
  const known = new Set<string>()
  for (const { parent_id: parent, ...sibling } of [
    ...state.siblings,
    ...state.descendants,
  ]) {
    if (known.has(sibling.id)) continue
    known.add(sibling.id)
    const list = children.get(parent)
    if (list === undefined) children.set(parent, [sibling])
    else list.push(sibling)
  }
  return {
    before: state.entries,
    now: new Map([...state.entries].map(([id, row]) => [id, stateOfRow(row)])),
    gone: new Map(),
    children,
    known: new Set([...known, ...state.entries.keys()]),
    shifted: new Map(),
    createdAt: new Map(),
  }
}

/** The pages in a page or group, in order, as far as they were read. */
export function siblingsIn(draft: Draft, parentId: string): readonly Sibling[] {
  return draft.children.get(parentId) ?? []
}

/** Puts a page among the children of a parent; siblings that share a position with it make room. */
export function place(
  draft: Draft,
  entry: EntryState,
  { parentId, at }: { parentId: string; at: number | undefined },
): void {
  if (draft.now.has(entry.id)) take(draft, entry.id)
  const siblings = [...siblingsIn(draft, parentId)]
  const index = Math.min(at ?? siblings.length, siblings.length)
  const { position, moved } = positionAmong(siblings, index)
  const slug = entry.slug === null ? null : freeSlug(siblings, entry.slug)
  const { id, kind } = entry
  const list = siblings.map((each) => ({
    ...each,
    position: moved.get(each.id) ?? each.position,
  }))
  list.splice(index, 0, { id, kind, position, slug })
  draft.children.set(parentId, list)
  for (const [shiftedId, to] of moved) shift(draft, shiftedId, to)
  draft.now.set(id, { ...entry, parentId, position, slug })
}

function shift(draft: Draft, id: string, position: string): void {
  const entry = draft.now.get(id)
  if (entry === undefined) draft.shifted.set(id, position)
  else draft.now.set(id, { ...entry, position })
}

/** Takes a page out of the list of its siblings. */
function take(draft: Draft, id: string): void {
  const parentId = draft.now.get(id)?.parentId ?? ''
  const list = draft.children.get(parentId)
  if (list === undefined) return
  draft.children.set(
    parentId,
    list.filter((each) => each.id !== id),
  )
}

/** Gives a page another slug, with a number behind it where the slug is taken. */
export function rename(draft: Draft, id: string, slug: string): void {
  const entry = draft.now.get(id)
  if (entry === undefined) return
  const siblings = siblingsIn(draft, entry.parentId)
  const free = freeSlug(
    siblings.filter((each) => each.id !== id),
    slug,
  )
  draft.now.set(id, { ...entry, slug: free })
  draft.children.set(
    entry.parentId,
    siblings.map((each) => (each.id === id ? { ...each, slug: free } : each)),
  )
}

function freeSlug(siblings: readonly Sibling[], slug: string): string {
  const taken = new Set(siblings.map((each) => each.slug))
  let free = slug
  for (let number = 1; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}

/** Removes an entry; a page goes with all pages below it. */
export function remove(draft: Draft, id: string, kind: EntryKind): void {
  take(draft, id)
  const waiting: { id: string; kind: EntryKind }[] = [{ id, kind }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of siblingsIn(draft, next.id)) waiting.push(child)
    draft.now.delete(next.id)
    draft.children.delete(next.id)
    draft.gone.set(next.id, { id: next.id, kind: next.kind })
  }
}

export function addressIn(draft: Draft, id: string): string {
  return addressOf(id, (each) => draft.now.get(each))
}

/** Whether a page is `ancestorId` or stands below it. */
export function isInside(draft: Draft, id: string, ancestorId: string): boolean {
  const passed = new Set<string>()
  for (let above = id; above !== '' && !passed.has(above);) {
    if (above === ancestorId) return true
    passed.add(above)
    above = draft.now.get(above)?.parentId ?? ''
  }
  return false
}
