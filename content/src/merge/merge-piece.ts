import { conflictId, type Resolution } from './conflict.ts'
import type { Expected } from './expected.ts'
import type { Levels } from './gaps.ts'
import { innerLevel, lineLevel, rowLevel, type LevelPiece } from './level.ts'
import { mergeLevel } from './merge-level.ts'
import type { Question, Segment, ThreePieces, Token, Working } from './segments.ts'

/** The depth down to which containers are merged by their children; deeper ones merge by lines. */
const depthMax = 40

type MergedPiece = Omit<Token, 'provenance'>

/** The functions that merge blocks by their inner blocks, then by lines, and ask about the rest. */
export function workingWith(
  resolutionOf: (id: string) => Resolution | undefined,
): Working {
  const asked = new Map<string, number>()
  return workingAt(0, (question) => {
    const { kind, blocks, follows, base, ours, theirs } = question
    const name = conflictId([kind, ...blocks, base, ours, theirs])
    const times = asked.get(name) ?? 0
    asked.set(name, times + 1)
    const id = times === 0 ? name : `${name}-${times}`
    const conflict = {
      id,
      kind,
      blocks,
      ...(follows !== undefined && follows !== '' && { follows }),
      base,
      ours,
      theirs,
    }
    return { conflict, resolution: resolutionOf(id) }
  })
}

function workingAt(depth: number, ask: Working['ask'], around?: LevelPiece): Working {
  const working: Working = {
    ask,
    mergePiece: (three) => mergePiece(three, depth, working),
    mergedText: (three) => {
      const trying = workingAt(depth, workingWith(() => undefined).ask)
      return textOf(trying.mergePiece(three))
    },
    decideBytes: (base, ours, theirs) => {
      const question = {
        kind: 'opening' as const,
        blocks: around === undefined || around.key === '' ? [] : [around.key],
        base,
        ours,
        theirs,
      }
      return decideText(question, working).segments
    },
  }
  return working
}

function mergePiece(three: ThreePieces, depth: number, working: Working): MergedPiece {
  return (
    unlessBoth(three) ??
    mergeInside(three, depth, working) ??
    mergeRows(three, working) ??
    mergeLines(three, working) ??
    decidePiece(three, working)
  )
}

/** The piece if only one side changed it, or both in the same way. */
function unlessBoth(three: ThreePieces): MergedPiece | undefined {
  const { base, ours, theirs } = three
  if (ours.text === theirs.text || theirs.text === base.text) {
    return kept(ours.text, three)
  }
  return ours.text === base.text ? kept(theirs.text, three) : undefined
}

function decidePiece(three: ThreePieces, working: Working): MergedPiece {
  const { base, ours, theirs, previous } = three
  const question: Question = {
    kind: 'edit',
    blocks: base.key === '' ? [] : [base.key],
    follows: previous,
    base: base.text,
    ours: ours.text,
    theirs: theirs.text,
  }
  return decideText(question, working, three)
}

function mergeInside(
  three: ThreePieces,
  depth: number,
  working: Working,
): MergedPiece | undefined {
  const { base } = three
  if (depth >= depthMax || base.kind === 'table' || base.kind === 'code') return undefined
  const levels = levelsOf(three, innerLevel)
  if (levels === undefined) return undefined
  const merged = mergeLevel(levels, 'blocks', workingAt(depth + 1, working.ask, base))
  // An empty container has no bytes that both sides would recognise.
  if (merged === undefined || merged.expected.length === 0) return undefined
  const inside: Expected = {
    how: 'inside',
    kinds: kindsOf(three),
    inside: merged.expected,
  }
  return { segments: merged.segments, expected: [inside] }
}

function mergeRows(three: ThreePieces, working: Working): MergedPiece | undefined {
  if (kindsOf(three).some((kind) => kind !== 'table')) return undefined
  const levels = levelsOf(three, rowLevel)
  const merged = levels && mergeLevel(levels, 'blocks', rowWorking(working))
  return merged && asMerged(merged.segments, three)
}

/** The merge of a row as a whole: a row has no lines to merge. */
function rowWorking(working: Working): Working {
  const mergeRow = (three: ThreePieces) =>
    unlessBoth(three) ?? decidePiece({ ...three, previous: undefined }, working)
  return {
    ...working,
    mergePiece: mergeRow,
    mergedText: (three) => {
      const merged = unlessBoth(three)
      return merged && textOf(merged)
    },
  }
}

function mergeLines(three: ThreePieces, working: Working): MergedPiece | undefined {
  const levels = levelsOf(three, lineLevel)
  const merged = levels && mergeLevel(levels, 'lines', working)
  return merged && asMerged(merged.segments, three)
}

function asMerged(segments: readonly Segment[], three: ThreePieces): MergedPiece {
  return { segments, expected: [{ how: 'merged', kinds: kindsOf(three) }] }
}

function levelsOf(
  { base, ours, theirs }: ThreePieces,
  levelOf: (piece: LevelPiece) => Levels['base'] | undefined,
): Levels | undefined {
  const levels = { base: levelOf(base), ours: levelOf(ours), theirs: levelOf(theirs) }
  return levels.base !== undefined &&
    levels.ours !== undefined &&
    levels.theirs !== undefined
    ? { base: levels.base, ours: levels.ours, theirs: levels.theirs }
    : undefined
}

/** Bytes that some versions already have: they must read as in one of those versions. */
function kept(text: string, { base, ours, theirs }: ThreePieces): MergedPiece {
  const pieces = [base, ours, theirs].filter((piece) => piece.text === text)
  return { segments: [text], expected: [{ how: 'kept', pieces }] }
}

function decideText(
  question: Question,
  working: Working,
  three?: ThreePieces,
): MergedPiece {
  const { conflict, resolution } = working.ask(question)
  if (resolution !== undefined && 'text' in resolution) {
    return { segments: [resolution.text], expected: [{ how: 'written' }] }
  }
  const text = conflict[resolution?.choose ?? 'base']
  const expected: readonly Expected[] =
    three === undefined ? [] : kept(text, three).expected
  if (resolution !== undefined) return { segments: [text], expected }
  return { segments: [{ open: conflict }, text, { close: conflict }], expected }
}

/** The bytes of a piece; undefined when a conflict in it is open. */
function textOf({ segments }: MergedPiece): string | undefined {
  const texts = segments.filter((segment) => typeof segment === 'string')
  return texts.length === segments.length ? texts.join('') : undefined
}

function kindsOf({ base, ours, theirs }: ThreePieces): readonly string[] {
  return [...new Set([base.kind, ours.kind, theirs.kind])]
}
