import { endedTag, tagForm } from '../tags/known-tags.ts'

import { htmlBalance } from './html-balance.ts'
import type { Piece } from './pieces.ts'

/** The tags and pieces of HTML that belong together. */
export interface Pairing {
  /** The index of the end tag, by the index of its opening tag. */
  readonly ends: ReadonlyMap<number, number>
  /** The later pieces of an HTML element in several pieces, by the index of its first piece. */
  readonly elements: ReadonlyMap<number, readonly number[]>
}

/**
 * Pairs openings with closings. A closing also ends all openings after its own, which stay
 * unpaired; openings deeper than `depthMax` are not paired at all.
 */
export function pairPieces(pieces: readonly Piece[], depthMax: number): Pairing {
  const { ends } = pairWithin(pieces, { depthMax: Infinity, isLeaf: () => false })
  // A tag without an end is a leaf: it adds no depth to the pieces after it.
  return pairWithin(pieces, { depthMax, isLeaf: (index) => !ends.has(index) })
}

interface PairingRules {
  readonly depthMax: number
  readonly isLeaf: (index: number) => boolean
}

function pairWithin(
  pieces: readonly Piece[],
  { depthMax, isLeaf }: PairingRules,
): Pairing {
  const stack = openStack(depthMax)
  const ends = new Map<number, number>()
  const elements = new Map<number, number[]>()
  const broken = new Set<number>()

  pieces.forEach((piece, index) => {
    if (piece.kind === 'tag') pairTag(piece, index)
    else if (piece.kind === 'html') pairHtml(piece.value, index)
  })
  for (const left of stack.leave(0)) if (!left.optional) broken.add(left.index)
  for (const index of broken) elements.delete(index)
  return { ends, elements }

  function pairTag({ tag }: Extract<Piece, { kind: 'tag' }>, index: number): void {
    const ended = endedTag(tag.name)
    const form = tagForm(tag.name)
    if (ended !== undefined && tag.rest === '') {
      const opening = close(`{% ${ended}`)
      if (opening !== undefined) ends.set(opening, index)
    } else if (form !== undefined && form !== 'void' && !isLeaf(index)) {
      stack.open({ name: `{% ${tag.name}`, index, optional: true })
    }
  }

  function pairHtml(value: string, index: number): void {
    const { closings, openings } = htmlBalance(value)
    const element = closeAll(closings, index, summaryOf(value))
    const root = element ?? index
    if (element === undefined && openings.length > 0) elements.set(index, [])
    for (const name of openings) {
      const opened = stack.open({ name: `<${name}`, index: root, optional: name === 'p' })
      if (!opened) broken.add(root)
    }
  }

  /** Closes elements; returns the one that the piece belongs to: `element`, or the last closed. */
  function closeAll(
    closings: readonly string[],
    index: number,
    element: number | undefined,
  ): number | undefined {
    let root = element
    if (root !== undefined) elements.get(root)?.push(index)
    for (const name of closings) {
      const opening = close(`<${name}`)
      if (opening === undefined && name !== 'p') broken.add(root ?? index)
      if (opening === undefined || opening === root) continue
      elements.get(opening)?.push(index)
      root = opening
    }
    return root
  }

  /** The enclosing `<details>`, if the HTML begins with its summary. */
  function summaryOf(value: string): number | undefined {
    const top = stack.top()
    return top?.name === '<details' && summaryStart.test(value) ? top.index : undefined
  }

  function close(name: string): number | undefined {
    const [opening, ...above] = stack.close(name)
    for (const left of above) if (!left.optional) broken.add(left.index)
    return opening?.index
  }
}

const summaryStart = /^\s*<summary[\s>]/i

interface Opening {
  readonly name: string
  readonly index: number
  /** Whether the tag or element may stay open. */
  readonly optional: boolean
}

function openStack(depthMax: number) {
  const stack: Opening[] = []
  /** The number of open entries by name: a closing without an opening must not search the stack. */
  const counts = new Map<string, number>()

  function leave(length: number): Opening[] {
    const left = stack.splice(length)
    for (const { name } of left) counts.set(name, (counts.get(name) ?? 0) - 1)
    return left
  }

  return {
    leave,
    top: () => stack.at(-1),
    open(opening: Opening): boolean {
      if (stack.length >= depthMax) return false
      stack.push(opening)
      counts.set(opening.name, (counts.get(opening.name) ?? 0) + 1)
      return true
    },
    /** Removes the innermost opening of this name and all openings after it. */
    close(name: string): Opening[] {
      if ((counts.get(name) ?? 0) === 0) return []
      return leave(stack.findLastIndex((opening) => opening.name === name))
    },
  }
}
