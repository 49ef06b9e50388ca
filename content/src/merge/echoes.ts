import { featuresOf } from '#/compare/likeness.ts'
import type { Aligned, Sides } from './align.ts'
import type { Change, Cluster } from './changes.ts'
import type { Level } from './level.ts'

/** Base indexes of pieces that a cluster may restore, reworded, against the other side. */
export type EchoesIn = (cluster: Cluster) => readonly number[]

/** The share of their distinctive words that two pieces must have in common to count as one. */
const sharedMin = 1 / 3
/** The least common words of two pieces in different places to count as one; fewer are chance. */
const wordsElsewhereMin = 3

/**
 * Finds pieces that one side rewrote beyond recognition, which look like a removal and a new piece.
 * Where the other side removed the piece as well, the new one would silently restore it; where the
 * other side changed or moved it, the result would have both.
 */
export function echoesBetween(base: Level, { ours, theirs }: Sides): EchoesIn {
  const lost = { ours: lostIn(base, ours, theirs), theirs: lostIn(base, theirs, ours) }
  if (lost.ours.size + lost.theirs.size === 0) return () => []
  const owned = ownWords(base)
  const texts = { ours: newTexts(ours), theirs: newTexts(theirs) }
  const echoesOf = (side: 'ours' | 'theirs', other: 'ours' | 'theirs'): Echoes => {
    // A text that both sides have restores nothing against either.
    const both = new Set(texts[other].values())
    const alone = texts[side].entries().filter(([, text]) => !both.has(text))
    return new Map(
      alone.map(([place, text]) => [place, echoesIn(text, lost[side], owned)]),
    )
  }
  const echoes = { ours: echoesOf('ours', 'theirs'), theirs: echoesOf('theirs', 'ours') }
  return (cluster) =>
    [...echoed(cluster.ours, echoes.ours), ...echoed(cluster.theirs, echoes.theirs)]
      .filter(
        ({ index, words }) => words >= wordsElsewhereMin || isWithin(index, cluster),
      )
      .map(({ index }) => index)
}

/** Pieces that a side removed and that the other side changed, moved or removed. */
function lostIn(base: Level, side: Aligned, other: Aligned): ReadonlySet<number> {
  const lost = new Set<number>()
  for (const [index, { text }] of base.pieces.entries()) {
    if (side.kept.has(index) || side.moved.has(index)) continue
    const place = other.kept.get(index)
    if (place === undefined || other.level.pieces[place]?.text !== text) lost.add(index)
  }
  return lost
}

function echoed(changes: readonly Change[], echoes: Echoes): readonly Echo[] {
  return changes.flatMap(({ run }) => run.flatMap((place) => echoes.get(place) ?? []))
}

function isWithin(index: number, { from, to }: Cluster): boolean {
  return from <= 2 * index + 1 && 2 * index + 1 <= to
}

/** The texts of the pieces that the side has and the base has not, by their place. */
function newTexts({ level, origin }: Aligned): ReadonlyMap<number, string> {
  const fresh = level.pieces.entries().filter(([place]) => !origin.has(place))
  return new Map(fresh.map(([place, { said }]) => [place, said]))
}

/** The words that occur in only one piece of the base. */
interface OwnWords {
  /** The only piece with a word, or `several`. */
  readonly owners: ReadonlyMap<string, number | 'several'>
  /** The number of words that only this piece has. */
  readonly sizes: ReadonlyMap<number, number>
}

function ownWords(base: Level): OwnWords {
  const owners = new Map<string, number | 'several'>()
  for (const [index, { said }] of base.pieces.entries()) {
    for (const word of wordsOf(said)) {
      owners.set(word, owners.has(word) ? 'several' : index)
    }
  }
  const sizes = new Map<number, number>()
  for (const owner of owners.values()) {
    if (owner !== 'several') sizes.set(owner, (sizes.get(owner) ?? 0) + 1)
  }
  return { owners, sizes }
}

function wordsOf(text: string): Iterable<string> {
  return featuresOf(text).words.counts.keys()
}

/** The lost pieces that each new piece repeats, by the place of the new piece. */
type Echoes = ReadonlyMap<number, readonly Echo[]>

interface Echo {
  readonly index: number
  /** The number of common words that no other base piece has. */
  readonly words: number
}

function echoesIn(
  text: string,
  lost: ReadonlySet<number>,
  { owners, sizes }: OwnWords,
): readonly Echo[] {
  const shared = new Map<number, number>()
  let unknown = 0
  for (const word of wordsOf(text)) {
    const owner = owners.get(word)
    if (owner === undefined) unknown += 1
    else if (owner !== 'several') shared.set(owner, (shared.get(owner) ?? 0) + 1)
  }
  return [...shared].flatMap(([index, words]) => {
    const least = Math.min(sizes.get(index) ?? 0, unknown + words)
    return lost.has(index) && words >= sharedMin * least ? [{ index, words }] : []
  })
}
