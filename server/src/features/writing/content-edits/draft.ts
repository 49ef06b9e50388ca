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

/** The revision that is being made: what was read of the head, and what became of it. */
export interface Draft {
  readonly before: ReadonlyMap<string, EntryRow>
  /** Everything that is known and there. */
  readonly now: Map<string, EntryState>
  readonly gone: Map<string, GoneEntry>
  /** In order, for each parent that was asked for. */
  readonly children: Map<string, Sibling[]>
  /** All that the head has of what was read. */
  readonly known: ReadonlySet<string>
  /** Pages that only make room; they may not have been read. */
  readonly shifted: Map<string, string>
  /** When what comes back was made. */
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

function childrenIn(draft: Draft, parentId: string): readonly Sibling[] {
  return draft.children.get(parentId) ?? []
}

/** Puts a page among the children of a parent; those that share a place with it make room. */
export function place(
  draft: Draft,
  entry: EntryState,
  { parentId, at }: { parentId: string; at: number | undefined },
): void {
  if (draft.now.has(entry.id)) take(draft, entry.id)
  const siblings = [...childrenIn(draft, parentId)]
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

/** Takes a page out of the list it stands in. */
function take(draft: Draft, id: string): void {
  const parentId = draft.now.get(id)?.parentId ?? ''
  const list = draft.children.get(parentId)
  if (list === undefined) return
  draft.children.set(
    parentId,
    list.filter((each) => each.id !== id),
  )
}

/** Gives a page another last step of its address, with a number where that is taken. */
export function rename(draft: Draft, id: string, slug: string): void {
  const entry = draft.now.get(id)
  if (entry === undefined) return
  const siblings = childrenIn(draft, entry.parentId)
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

/** Takes something away, a page with all that is below it. */
export function remove(draft: Draft, id: string, kind: EntryKind): void {
  take(draft, id)
  const waiting: { id: string; kind: EntryKind }[] = [{ id, kind }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of childrenIn(draft, next.id)) waiting.push(child)
    draft.now.delete(next.id)
    draft.children.delete(next.id)
    draft.gone.set(next.id, { id: next.id, kind: next.kind })
  }
}

export function addressIn(draft: Draft, id: string): string {
  return addressOf(id, (each) => draft.now.get(each))
}

/** Whether a page is another, or stands in it. */
export function isInside(draft: Draft, id: string, ancestorId: string): boolean {
  const passed = new Set<string>()
  for (let above = id; above !== '' && !passed.has(above);) {
    if (above === ancestorId) return true
    passed.add(above)
    above = draft.now.get(above)?.parentId ?? ''
  }
  return false
}
