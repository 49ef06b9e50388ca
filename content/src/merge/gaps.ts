import type { Level } from './level.ts'

/** Where a piece of the result stands in each version that has it. */
export interface Provenance {
  readonly base?: number
  readonly ours?: number
  readonly theirs?: number
}

export interface Levels {
  readonly base: Level
  readonly ours: Level
  readonly theirs: Level
}

const versions = ['base', 'ours', 'theirs'] as const

/** The bytes of three versions merged, or that they cannot be. */
export type MergedBytes = { readonly bytes: string } | { readonly clash: true }

/** What one side changed, changed; spaces that both changed differently are the longer ones. */
export function mergeBytes(base: string, ours: string, theirs: string): MergedBytes {
  if (ours === theirs || theirs === base) return { bytes: ours }
  if (ours === base) return { bytes: theirs }
  if (isBlank(base) && isBlank(ours) && isBlank(theirs)) {
    return { bytes: longest([ours, theirs]) }
  }
  return { clash: true }
}

/**
 * The bytes between two pieces of the result, from a version in which they stand side by side; where
 * they never did, the widest that stands on either side of them.
 */
export function gapBetween(
  left: Provenance,
  right: Provenance,
  levels: Levels,
): MergedBytes {
  const { base, ours, theirs } = sideBySide(left, right, levels)
  if (ours !== undefined && theirs !== undefined) {
    if (base !== undefined) return mergeBytes(base, ours, theirs)
    return ours === theirs ? { bytes: ours } : { bytes: longest([ours, theirs]) }
  }
  return { bytes: ours ?? theirs ?? base ?? around(left, right, levels) }
}

function sideBySide(
  left: Provenance,
  right: Provenance,
  levels: Levels,
): { readonly base?: string; readonly ours?: string; readonly theirs?: string } {
  const found: { base?: string; ours?: string; theirs?: string } = {}
  for (const version of versions) {
    const place = left[version]
    if (place === undefined || right[version] !== place + 1) continue
    const gap = levels[version].gaps[place]
    if (gap !== undefined) found[version] = gap
  }
  return found
}

function around(left: Provenance, right: Provenance, levels: Levels): string {
  const candidates: string[] = []
  for (const version of versions) {
    const { gaps } = levels[version]
    const after = left[version]
    const before = right[version]
    if (after !== undefined) candidates.push(...gaps.slice(after, after + 1))
    if (before !== undefined && before > 0) {
      candidates.push(...gaps.slice(before - 1, before))
    }
  }
  const blank = candidates.filter(isBlank)
  if (blank.length > 0) return longest(blank)
  const any = versions.flatMap((version) => levels[version].gaps).filter(isBlank)
  return any.length > 0
    ? longest(any)
    : longest(versions.map((version) => levels[version].between))
}

/** Spaces, line ends and the marks of quotes: nothing that says anything. */
function isBlank(bytes: string): boolean {
  return /^[\s>]*$/.test(bytes)
}

function longest(texts: readonly string[]): string {
  let best = ''
  for (const text of texts) {
    if (text.length > best.length || (text.length === best.length && text > best)) {
      best = text
    }
  }
  return best
}
