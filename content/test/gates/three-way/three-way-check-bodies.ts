import type { BodyConflict, Resolution } from '#/merge/conflict.ts'
import type { MergedBody } from '#/merge/merge-bodies.ts'

export type MergeBodies = (
  base: string,
  ours: string,
  theirs: string,
  options?: { readonly resolutionOf?: (id: string) => Resolution | undefined },
) => MergedBody

export interface Triple {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

const word = /[a-z]+\d+z/g

/** Everything that must hold for the merge of one triple; a sentence for each that does not. */
export function checkBodies(triple: Triple, merge: MergeBodies): readonly string[] {
  const { base, ours, theirs } = triple
  const result = merge(base, ours, theirs)
  return [
    ...checkWords(triple, result),
    ...(result.complete ? checkOrder(triple, result.merged) : []),
    ...checkSymmetry(triple, result, merge),
    ...checkAgain(triple, result, merge),
    ...checkDecided(triple, result, merge),
    ...(merge(base, base, theirs).merged === theirs
      ? []
      : ['an unchanged side changes bytes']),
    ...(merge(base, ours, base).merged === ours
      ? []
      : ['an unchanged side changes bytes']),
    ...(merge(base, ours, ours).merged === ours ? [] : ['two equal sides change bytes']),
  ]
}

function wordsOf(text: string): readonly string[] {
  return text.match(word) ?? []
}

/** Every word that a side added or removed is so in the merge, or in a conflict that says so. */
function checkWords(triple: Triple, result: MergedBody): readonly string[] {
  const merged = wordsOf(result.merged)
  const words: Words = {
    was: new Set(wordsOf(triple.base)),
    ours: new Set(wordsOf(triple.ours)),
    theirs: new Set(wordsOf(triple.theirs)),
    merged: new Set(merged),
  }
  const isTwice = merged.length !== words.merged.size
  return [
    ...(isTwice ? [`doubled: ${doubled(merged)}`] : []),
    ...checkSide('ours', words, result.conflicts),
    ...checkSide('theirs', words, result.conflicts),
    ...checkKept(words, result.conflicts),
  ]
}

type Words = Readonly<Record<'was' | 'ours' | 'theirs' | 'merged', ReadonlySet<string>>>

function checkSide(
  side: 'ours' | 'theirs',
  words: Words,
  conflicts: readonly BodyConflict[],
): readonly string[] {
  const { was, merged } = words
  const said = words[side]
  const lost = [...said.difference(was).difference(merged)].filter(
    (each) => !conflicts.some((conflict) => conflict[side].includes(each)),
  )
  const back = [...was.difference(said).intersection(merged)].filter(
    (each) =>
      !conflicts.some(
        (conflict) => conflict.base.includes(each) && !conflict[side].includes(each),
      ),
  )
  return [
    ...lost.map((each) => `added by ${side} and lost: ${each}`),
    ...back.map((each) => `removed by ${side} and back: ${each}`),
  ]
}

/** A block that both moved stands nowhere until its place is decided; else what both keep is there. */
function checkKept(
  { was, ours, theirs, merged }: Words,
  conflicts: readonly BodyConflict[],
): readonly string[] {
  const kept = was.intersection(ours).intersection(theirs)
  const lost = [...kept.difference(merged)].filter(
    (each) => !conflicts.some((conflict) => conflict.ours.includes(each)),
  )
  const strange = merged.difference(was).difference(ours).difference(theirs)
  return [
    ...lost.map((each) => `kept by both and lost: ${each}`),
    ...[...strange].map((each) => `from nowhere: ${each}`),
  ]
}

function doubled(words: readonly string[]): string {
  return words.filter((each, index) => words.indexOf(each) !== index).join(' ')
}

/** Two words stand in the order of each side, unless the other side is the one that changed it. */
function checkOrder({ base, ours, theirs }: Triple, merged: string): readonly string[] {
  const places = {
    base: placesOf(base),
    ours: placesOf(ours),
    theirs: placesOf(theirs),
    merged: placesOf(merged),
  }
  const words = [...places.merged.keys()]
  const moved = {
    ours: movedWords(places.base, places.ours),
    theirs: movedWords(places.base, places.theirs),
  }
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      for (const side of ['ours', 'theirs'] as const) {
        const otherSide = side === 'ours' ? 'theirs' : 'ours'
        const here = order(places[side], one, other)
        if (here !== 'after') continue
        const was = order(places.base, one, other)
        const there = order(places[otherSide], one, other)
        if (was === 'after' && there === 'before') continue
        // What was put beside a block that the other side moved stands beside one of its neighbours.
        if (was === undefined && isLoose(one, other, places.base, moved[otherSide])) {
          continue
        }
        return [`out of order for ${side}: ${one} ${other}`]
      }
    }
  }
  return []
}

/** Words that stand on the other side of some word than they did. */
function movedWords(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const shared = [...before.keys()].filter((each) => after.has(each))
  const places = shared.map((each) => after.get(each) ?? 0)
  const lowestAfter = [...places]
  for (let index = places.length - 2; index >= 0; index -= 1) {
    lowestAfter[index] = Math.min(places[index] ?? 0, lowestAfter[index + 1] ?? 0)
  }
  let highest = -1
  return new Set(
    shared.filter((_, index) => {
      const place = places[index] ?? 0
      const isPassed = highest > place || (lowestAfter[index + 1] ?? place) < place
      highest = Math.max(highest, place)
      return isPassed
    }),
  )
}

/** Whether the other side's moves say where at least one of two words stands, one of them new. */
function isLoose(
  one: string,
  other: string,
  base: ReadonlyMap<string, number>,
  moved: ReadonlySet<string>,
): boolean {
  if (base.has(one)) return moved.has(one)
  return base.has(other) ? moved.has(other) : moved.size > 0
}

function placesOf(text: string): ReadonlyMap<string, number> {
  return new Map(wordsOf(text).map((each, index) => [each, index]))
}

function order(places: ReadonlyMap<string, number>, one: string, other: string) {
  const left = places.get(one)
  const right = places.get(other)
  if (left === undefined || right === undefined) return undefined
  return left < right ? 'before' : 'after'
}

/** The conflicts as text: equal when they are the same with the sides swapped. */
function named(conflicts: readonly BodyConflict[], isSwapped: boolean): string {
  return JSON.stringify(
    conflicts.map(({ kind, blocks, base, ours, theirs, place }) => {
      const sides = isSwapped ? [theirs, ours] : [ours, theirs]
      return { kind, blocks, base, sides, place }
    }),
  )
}

/** The same bytes and the same conflicts with the sides swapped. */
function checkSymmetry(
  { base, ours, theirs }: Triple,
  result: MergedBody,
  merge: MergeBodies,
): readonly string[] {
  const swapped = merge(base, theirs, ours)
  const problems: string[] = []
  if (swapped.merged !== result.merged) {
    problems.push('swapping the sides gives other bytes')
  }
  if (named(swapped.conflicts, true) !== named(result.conflicts, false)) {
    problems.push('swapping the sides gives other conflicts')
  }
  return problems
}

/**
 * Merging what is merged already never changes it silently. A block that both sides changed, or moved
 * past others, may no longer be known as the one of the base; then it is asked again.
 */
function checkAgain(
  { base, ours, theirs }: Triple,
  { merged, complete }: MergedBody,
  merge: MergeBodies,
): readonly string[] {
  if (!complete) return []
  const problems: string[] = []
  for (const [name, again] of [
    ['with theirs', merge(base, merged, theirs)],
    ['with ours', merge(base, ours, merged)],
  ] as const) {
    if (again.complete && again.merged !== merged) {
      problems.push(`merging the merge ${name} again changes it silently`)
    }
  }
  return problems
}

/** Deciding every conflict for one side gives a complete merge with all of that side's words. */
function checkDecided(
  { base, ours, theirs }: Triple,
  result: MergedBody,
  merge: MergeBodies,
): readonly string[] {
  if (result.complete) return []
  const problems: string[] = []
  const was = new Set(wordsOf(base))
  for (const choose of ['ours', 'theirs'] as const) {
    const decided = merge(base, ours, theirs, { resolutionOf: () => ({ choose }) })
    if (!decided.complete) problems.push(`deciding for ${choose} leaves conflicts`)
    const side = choose === 'ours' ? ours : theirs
    const said = new Set(wordsOf(side))
    const inDecided = wordsOf(decided.merged)
    const found = new Set(inDecided)
    if (found.size !== inDecided.length) {
      problems.push(`deciding for ${choose} doubles ${doubled(inDecided)}`)
    }
    for (const each of said) {
      if (!was.has(each) && !found.has(each)) {
        problems.push(`deciding for ${choose} loses ${each}`)
      }
    }
    for (const each of was) {
      if (!said.has(each) && found.has(each)) {
        problems.push(`deciding for ${choose} brings back ${each}`)
      }
    }
  }
  return problems
}
