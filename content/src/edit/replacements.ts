/** A range of the source and the text that replaces it. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The source with all replacements done; they may touch, never overlap. */
export function replaceAll(source: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of inOrder(replacements)) {
    if (start < at) throw new RangeError(`Two replacements overlap at ${start}`)
    pieces.push(source.slice(at, start), text)
    at = end
  }
  pieces.push(source.slice(at))
  return pieces.join('')
}

/** The replacements cut so that they do not overlap `others`, which remove the shared bytes. */
export function besides(
  replacements: readonly Replacement[],
  others: readonly Replacement[],
): Replacement[] {
  return replacements.map(({ start, end, text }) => {
    const overlapping = others.filter((other) => other.start < end && start < other.end)
    const around = others.filter((other) => other.start < start && start < other.end)
    const from = Math.max(start, ...[...overlapping, ...around].map((other) => other.end))
    return { start: from, end: Math.max(from, end), text }
  })
}

function inOrder(replacements: readonly Replacement[]): readonly Replacement[] {
  return replacements.toSorted(
    (left, right) => left.start - right.start || left.end - right.end,
  )
}
