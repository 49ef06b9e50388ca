import { commonSubsequence } from '@lectern/content/compare/sequence.ts'
import { compareWords } from '@lectern/content/compare/words.ts'

export interface Part {
  readonly text: string
  readonly isChanged: boolean
}

export interface DiffLine {
  readonly how: 'same' | 'removed' | 'added'
  /** The pieces that joined make the line; several where only some words of the line changed. */
  readonly parts: readonly Part[]
  /** The line number on each side, from 1; absent on a side that lacks the line. */
  readonly before?: number
  readonly after?: number
}

export interface LineDifference {
  readonly added: number
  readonly removed: number
  /** Stretches of changed lines with a few unchanged lines around them. */
  readonly hunks: readonly (readonly DiffLine[])[]
}

const linesAround = 3
/** The least likeness at which a removed and an added line count as one changed line. */
const likenessMin = 0.5
/** The most changed lines of a stretch that are compared word by word: nobody reads more. */
const pairedLinesMax = 200

/** The differences between two texts, line by line; the kind of line end is ignored. */
export function compareLines(before: string, after: string): LineDifference {
  const left = linesOf(before)
  const right = linesOf(after)
  const lines: DiffLine[] = []
  let one = 0
  let other = 0
  for (const [from, to] of [
    ...commonSubsequence(left, right),
    [left.length, right.length] as const,
  ]) {
    const removed = left.slice(one, from)
    const added = right.slice(other, to)
    const parts = partsOf(removed, added)
    for (const [index] of removed.entries()) {
      const shown = parts.removed[index] ?? []
      lines.push({ how: 'removed', parts: shown, before: one + index + 1 })
    }
    for (const [index] of added.entries()) {
      const shown = parts.added[index] ?? []
      lines.push({ how: 'added', parts: shown, after: other + index + 1 })
    }
    const same = left[from]
    if (same !== undefined) {
      lines.push({ how: 'same', parts: whole(same), before: from + 1, after: to + 1 })
    }
    one = from + 1
    other = to + 1
  }
  const count = (how: DiffLine['how']) => lines.filter((line) => line.how === how).length
  return { added: count('added'), removed: count('removed'), hunks: hunksOf(lines) }
}

function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function whole(text: string, isChanged = false): readonly Part[] {
  return [{ text, isChanged }]
}

interface ChangedParts {
  readonly removed: (readonly Part[])[]
  readonly added: (readonly Part[])[]
}

/**
 * The parts of each line: a changed line marks its changed words, any other is one unmarked part.
 */
function partsOf(removed: readonly string[], added: readonly string[]): ChangedParts {
  const parts: ChangedParts = {
    removed: removed.map((text) => whole(text)),
    added: added.map((text) => whole(text)),
  }
  if (removed.length + added.length > pairedLinesMax) return parts
  let next = 0
  for (const [index, before] of removed.entries()) {
    for (let place = next; place < added.length; place += 1) {
      const words = compareWords(before, added[place] ?? '')
      if (likeness(words) < likenessMin) continue
      parts.removed[index] = sideOf(words, 'removed')
      parts.added[place] = sideOf(words, 'added')
      next = place + 1
      break
    }
  }
  return parts
}

type Words = ReturnType<typeof compareWords>

/** The share of two lines that is the same: 0 for nothing, 1 for everything. */
function likeness(words: Words): number {
  let same = 0
  let all = 0
  for (const { how, text } of words) {
    const length = text.trim().length
    if (how === 'same') same += 2 * length
    all += how === 'same' ? 2 * length : length
  }
  return all === 0 ? 1 : same / all
}

function sideOf(words: Words, side: 'removed' | 'added'): readonly Part[] {
  return words
    .filter(({ how }) => how === 'same' || how === side)
    .map(({ how, text }) => ({ text, isChanged: how === side }))
}

function hunksOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = []
  let shownUntil = 0
  for (const [index, { how }] of lines.entries()) {
    if (how === 'same') continue
    const start = Math.max(index - linesAround, shownUntil)
    const end = Math.min(index + linesAround + 1, lines.length)
    if (hunks.length === 0 || start > shownUntil) hunks.push([])
    hunks.at(-1)?.push(...lines.slice(start, end))
    shownUntil = Math.max(shownUntil, end)
  }
  return hunks
}
