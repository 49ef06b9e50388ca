import type { JsonValue } from '#/tree/entries.ts'

/** A question inside one body that only a person can decide. */
export interface BodyConflict {
  /** The name of the conflict, which stays the same as long as the texts in conflict do. */
  readonly id: string
  /**
   * The subject of the conflict; `opening` is the tag or marker of a container, `reading` the whole
   * page, where the merged text would read differently or no pieces can be merged.
   */
  readonly kind: 'edit' | 'insert' | 'delete' | 'move' | 'opening' | 'reading'
  /** Keys, in the base, of the blocks in conflict; none for two insertions. */
  readonly blocks: readonly string[]
  /** Key of the base block before the conflict; absent at the start. */
  readonly follows?: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** The range in the incomplete merge, which has the text of the base there. */
  readonly place: { readonly start: number; readonly end: number }
}

/** A person's decision of a conflict: a side, or a text of their own. */
export type Resolution =
  | { readonly choose: 'base' | 'ours' | 'theirs' }
  | { readonly text: string }

/** The decision of a conflict about an attribute, a place in the tree or a variable. */
export type TreeResolution = Resolution | { readonly value: JsonValue }

export type Side = 'base' | 'ours' | 'theirs'

/** A short name for a list of texts: equal lists have equal names. */
export function conflictId(parts: readonly string[]): string {
  const text = JSON.stringify(parts)
  return hash(text, 0x9e3779b1) + hash(text, 0x85ebca77)
}

/** A hash of 32 bits: multiply and rotate tell conflicts of a merge apart, but keep no secrets. */
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
