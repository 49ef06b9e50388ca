import { read as readMarkdown } from '#/read/read.ts'
import type { Reading } from '#/read/reading.ts'
import type { BodyConflict, Resolution } from './conflict.ts'
import { readsAsExpected } from './expected.ts'
import { bodyLevel } from './level.ts'
import { mergeLevel } from './merge-level.ts'
import { workingWith } from './merge-piece.ts'
import { assemble } from './segments.ts'

export interface MergedBody {
  /** The merged Markdown; an open conflict has the bytes of the base. */
  readonly merged: string
  /** Whether the result has all changes of both sides. */
  readonly complete: boolean
  readonly conflicts: readonly BodyConflict[]
}

export interface MergeBodiesOptions {
  /** The decision of a person, by the id of the conflict. */
  readonly resolutionOf?: (id: string) => Resolution | undefined
  /** Reads Markdown; callers with a cache pass their own. */
  readonly read?: (markdown: string) => Reading
}

/**
 * Merges two versions of a page that came from the same base. Blocks are units: different blocks
 * merge, a block that both changed is merged by its inner blocks, then by its lines. No text is
 * chosen silently, and swapping the sides gives the same text, apart from its line endings.
 */
export function mergeBodies(
  base: string,
  ours: string,
  theirs: string,
  options: MergeBodiesOptions = {},
): MergedBody {
  if (ours === theirs || theirs === base) return whole(ours)
  if (ours === base) return whole(theirs)
  const ends = { base: lineEnds(base), ours: lineEnds(ours), theirs: lineEnds(theirs) }
  const isOneWay = ends.base === ends.ours && ends.base === ends.theirs
  if (isOneWay || Object.values(ends).includes('mixed')) {
    return mergeAlike({ base, ours, theirs }, options)
  }
  return mergeLineEnds({ base, ours, theirs }, ends, options)
}

type Three<Value> = Readonly<Record<'base' | 'ours' | 'theirs', Value>>

/** The line endings of a page; `none` for a page of one line. */
type LineEnds = '\n' | '\r\n' | 'mixed' | 'none'

/** Merges line endings separately from the text: one side may have changed all of them. */
function mergeLineEnds(
  bodies: Three<string>,
  ends: Three<LineEnds>,
  options: MergeBodiesOptions,
): MergedBody {
  const { base, ours, theirs } = bodies
  const alike = { base: plain(base), ours: plain(ours), theirs: plain(theirs) }
  const result = mergeAlike(alike, options)
  const known = [ends.base, ends.ours, ends.theirs].filter((each) => each !== 'none')
  const changed = ends.ours === ends.base ? ends.theirs : ends.ours
  const merged = changed === 'none' ? (known[0] ?? 'none') : changed
  const length = (end: number) => spell(result.merged.slice(0, end), merged).length
  return {
    ...result,
    merged: spell(result.merged, merged),
    conflicts: result.conflicts.map((conflict) => ({
      ...conflict,
      base: spell(conflict.base, ends.base),
      ours: spell(conflict.ours, ends.ours),
      theirs: spell(conflict.theirs, ends.theirs),
      place: { start: length(conflict.place.start), end: length(conflict.place.end) },
    })),
  }
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function spell(text: string, end: LineEnds): string {
  return end === '\r\n' ? text.replaceAll('\n', '\r\n') : text
}

function lineEnds(text: string): LineEnds {
  const all = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  if (all === 0) return 'none'
  if (windows === 0) return '\n'
  return windows === all ? '\r\n' : 'mixed'
}

function mergeAlike(
  { base, ours, theirs }: Three<string>,
  { resolutionOf = () => undefined, read = readMarkdown }: MergeBodiesOptions,
): MergedBody {
  if (ours === theirs || theirs === base) return whole(ours)
  if (ours === base) return whole(theirs)
  const levels = {
    base: bodyLevel(read(base)),
    ours: bodyLevel(read(ours)),
    theirs: bodyLevel(read(theirs)),
  }
  const working = workingWith(resolutionOf)
  const merged = mergeLevel(levels, 'blocks', working)
  if (merged !== undefined) {
    const { text, conflicts } = assemble(merged.segments)
    if (conflicts.length > 0) return { merged: text, complete: false, conflicts }
    if (readsAsExpected(merged.expected, bodyLevel(read(text)).pieces)) return whole(text)
  }
  const question = { kind: 'reading', blocks: [], base, ours, theirs } as const
  const { conflict, resolution } = working.ask(question)
  if (resolution !== undefined) {
    return whole('text' in resolution ? resolution.text : conflict[resolution.choose])
  }
  const place = { start: 0, end: base.length }
  return { merged: base, complete: false, conflicts: [{ ...conflict, place }] }
}

function whole(merged: string): MergedBody {
  return { merged, complete: true, conflicts: [] }
}
