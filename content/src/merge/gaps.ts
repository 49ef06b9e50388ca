import type { Level } from './level.ts'

/** The places of a piece of the result in the versions that have it. */
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

/** The merged bytes of three versions, or the fact that they clash. */
export type MergedBytes = { readonly bytes: string } | { readonly clash: true }

/** Takes the bytes of the side that changed them; of differing white space the longer one. */
export function mergeBytes(base: string, ours: string, theirs: string): MergedBytes {
  if (ours === theirs || theirs === base) return { bytes: ours }
  if (ours === base) return { bytes: theirs }
  if (isBlank(base) && isBlank(ours) && isBlank(theirs)) {
    return { bytes: longest([ours, theirs]) }
  }
  return { clash: true }
}

/**
 * The bytes between two pieces of the result, from a version in which they are neighbours; if none
 * has them so, the widest gap beside either piece.
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

/** Whether the bytes are only spaces, line ends and the marks of quotes. */
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
