/**
 * The hash of a type and a part of a text, as two 32-bit halves in parallel: fast, and collisions
 * within a page are unlikely enough.
 */
export function hashText(
  type: string,
  source: string,
  start: number,
  end: number,
): string {
  let low = 0x811c9dc5
  let high = 0x1b873593
  const mix = (text: string, from: number, to: number) => {
    for (let index = from; index < to; index++) {
      const unit = text.charCodeAt(index)
      low = Math.imul(low ^ unit, 0x01000193)
      high = Math.imul(high ^ unit, 0x5bd1e995)
      high ^= high >>> 15
    }
  }
  mix(type, 0, type.length)
  mix(source, start, end)
  return spell(low) + spell(high)
}

function spell(half: number): string {
  return (half >>> 0).toString(36).padStart(7, '0')
}
