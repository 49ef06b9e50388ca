import type { Aligned, Manner } from './align.ts'
import type { Change } from './changes.ts'
import { containingSide } from './contains.ts'
import { decideCluster } from './decide.ts'
import type { Expected } from './expected.ts'
import { gapBetween, mergeBytes, type Levels, type Provenance } from './gaps.ts'
import type { Level } from './level.ts'
import type { Segment, Token, Working } from './segments.ts'
import {
  reconcile,
  putGroups,
  tokensOf,
  type Reconciled,
  type ReconciledCluster,
} from './reconcile.ts'

export interface MergedLevel {
  readonly segments: readonly Segment[]
  readonly expected: readonly Expected[]
}

/**
 * Merges three versions of a list of pieces. Undefined when this is impossible piece by piece:
 * lines that meet, or bytes between pieces that both sides changed.
 */
export function mergeLevel(
  levels: Levels,
  manner: Manner,
  working: Working,
): MergedLevel | undefined {
  const reconciled = reconcile(levels.base, levels, manner)
  if (reconciled.clusters.some(({ conflict }) => conflict)) {
    if (manner === 'lines') return undefined
    // A side that rewrote a piece beyond recognition only seems to have removed it as well.
    const isBack = reconciled.clusters.some(({ conflict }) => conflict === 'back')
    const side = isBack
      ? undefined
      : containingSide(levels, reconciled.original, working.mergedText)
    if (side !== undefined) return wholeLevel(levels[side])
  }
  return joinTokens(resultOf({ ...reconciled, levels, working }), levels, working)
}

function wholeLevel({ lead, pieces, gaps, tail }: Level): MergedLevel {
  const bytes = pieces.map(({ text }, index) => text + (gaps[index] ?? ''))
  return {
    segments: [lead, ...bytes, tail],
    expected: pieces.map((piece) => ({ how: 'kept', pieces: [piece] })),
  }
}

interface Merging extends Reconciled {
  readonly levels: Levels
  readonly working: Working
}

/** The pieces of the result in the order of the base, with the insertions between them. */
function resultOf(merging: Merging): readonly Token[] {
  const tokens: Token[] = []
  const { levels, working, clusters } = merging
  const end = 2 * levels.base.pieces.length
  const clusterAt = new Map(clusters.map((cluster) => [cluster.from, cluster]))
  const putAt = new Map<number, Put>()
  for (const cluster of clusters) {
    if (cluster.conflict === undefined) collectPuts(cluster, merging, putAt)
  }
  let at = 0
  while (at <= end) {
    const cluster = clusterAt.get(at)
    if (cluster?.conflict !== undefined) {
      tokens.push(...decideCluster(cluster, merging, working))
      at = cluster.to + 1
      continue
    }
    const put = at % 2 === 0 ? putAt.get(at) : undefined
    if (put !== undefined) tokens.push(...putTokens(put, merging))
    if (at % 2 === 1) {
      const index = (at - 1) / 2
      if (merging.ours.kept.has(index) && merging.theirs.kept.has(index)) {
        tokens.push(pieceToken(index, merging))
      }
    }
    at += 1
  }
  return tokens
}

interface Put {
  readonly side: 'ours' | 'theirs'
  readonly change: Change
  /** The insertions of the other side at this place: all or part of the same pieces. */
  readonly others: readonly Change[]
}

function collectPuts(
  cluster: ReconciledCluster,
  merging: Merging,
  putAt: Map<number, Put>,
): void {
  for (const { ours, theirs, whole = 'ours' } of putGroups(cluster, merging)) {
    const [mine, its] = whole === 'ours' ? [ours, theirs] : [theirs, ours]
    const change = mine[0]
    if (change !== undefined) putAt.set(change.from, { side: whole, change, others: its })
  }
}

/** The inserted pieces of one side or of both. */
function putTokens({ side, change, others }: Put, merging: Merging): readonly Token[] {
  const otherSide = side === 'ours' ? 'theirs' : 'ours'
  const twins = twinsOf(change, others, merging[side], merging[otherSide])
  return change.run.map((place) => {
    const origin = merging[side].origin.get(place)
    if (origin !== undefined) return pieceToken(origin, merging)
    const twin = twins.get(place)
    const piece = merging.levels[side].pieces[place]
    const pieces = piece === undefined ? [] : [piece]
    return {
      segments: [piece?.text ?? ''],
      provenance: { [side]: place, ...(twin !== undefined && { [otherSide]: twin }) },
      expected: [{ how: 'kept', pieces }],
    }
  })
}

/** For each inserted piece of this side, the equal piece among the other side's insertions. */
// oxlint-disable-next-line max-params -- the changes and the two sides they are of
function twinsOf(
  change: Change,
  others: readonly Change[],
  mine: Aligned,
  its: Aligned,
): ReadonlyMap<number, number> {
  const twins = new Map<number, number>()
  const places = others.flatMap(({ run }) => run)
  const tokens = others.flatMap((other) => tokensOf(other, its))
  let found = 0
  for (const [index, token] of tokensOf(change, mine).entries()) {
    const twin = places[found]
    if (token !== tokens[found] || twin === undefined) continue
    twins.set(change.run[index] ?? 0, twin)
    found += 1
  }
  return twins
}

/** A piece of the base that both sides still have, in order or moved. */
function pieceToken(index: number, merging: Merging): Token {
  const place = (aligned: Aligned) => aligned.kept.get(index) ?? aligned.moved.get(index)
  const provenance: Provenance = {
    base: index,
    ours: place(merging.ours) ?? -1,
    theirs: place(merging.theirs) ?? -1,
  }
  const { levels, working } = merging
  const base = levels.base.pieces[index]
  const ours = levels.ours.pieces[provenance.ours ?? -1]
  const theirs = levels.theirs.pieces[provenance.theirs ?? -1]
  if (base === undefined || ours === undefined || theirs === undefined) {
    throw new Error('A piece that both sides keep is missing from one of them')
  }
  const previous = levels.base.pieces[index - 1]?.key
  return { ...working.mergePiece({ base, ours, theirs, previous }), provenance }
}

function joinTokens(
  tokens: readonly Token[],
  levels: Levels,
  working: Working,
): MergedLevel | undefined {
  const { base, ours, theirs } = levels
  const segments: Segment[] = []
  const expected: Expected[] = []
  const add = (from: string, our: string, their: string) => {
    const merged = mergeBytes(from, our, their)
    if ('bytes' in merged) segments.push(merged.bytes)
    else segments.push(...working.decideBytes(from, our, their))
  }
  add(base.lead, ours.lead, theirs.lead)
  let left: Provenance | undefined
  for (const token of tokens) {
    if (left !== undefined && token.provenance !== undefined) {
      const gap = gapBetween(left, token.provenance, levels)
      if ('clash' in gap) return undefined
      segments.push(gap.bytes)
    }
    segments.push(...token.segments)
    expected.push(...token.expected)
    left = token.provenance ?? left
  }
  add(base.tail, ours.tail, theirs.tail)
  return { segments, expected }
}
