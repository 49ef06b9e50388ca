import type { JsonValue } from '#/tree/entries.ts'

/** Something that only a person can decide, inside one body. */
export interface BodyConflict {
  /** Stays the same as long as what it is about does. */
  readonly id: string
  /** What the two sides did to each other; `opening` is the tag or marker of a container. */
  readonly kind: 'edit' | 'insert' | 'delete' | 'move' | 'opening' | 'reading'
  /** Keys, in the base, of the blocks it is about; none for two insertions. */
  readonly blocks: readonly string[]
  /** Key of the base block that it follows; absent at the start. */
  readonly follows?: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** Where it stands in the incomplete merge, which shows the base there. */
  readonly place: { readonly start: number; readonly end: number }
}

/** How a person decides a conflict: by a side, or by a text or value of their own. */
export type Resolution =
  | { readonly choose: 'base' | 'ours' | 'theirs' }
  | { readonly text: string }

/** The same for what is no text: an attribute, a place in the tree, a variable. */
export type TreeResolution = Resolution | { readonly value: JsonValue }

export type Side = 'base' | 'ours' | 'theirs'

/** A short name for a list of texts: equal lists have equal names. */
export function conflictId(parts: readonly string[]): string {
  const text = JSON.stringify(parts)
  return hash(text, 0x9e3779b1) + hash(text, 0x85ebca77)
}

/** 32 bits of multiply and rotate; good for telling conflicts of one merge apart, not for secrets. */
function hash(text: string, seed: number): string {
  let state = seed ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0xcc9e2d51)
    state = (state << 15) | (state >>> 17)
    state = (Math.imul(state, 5) + 0x6546b64) | 0
  }
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d)
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
  return ((state ^ (state >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
