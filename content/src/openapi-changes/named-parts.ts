import { resolved, spend, type Comparison } from './comparison.ts'
import { isRecord, recordsIn, type Located } from './located.ts'

/** The objects of a map such as `headers`, by name, with references followed. */
export function listNamed(
  comparison: Comparison,
  map: Located,
  keyOf: (name: string) => string = (name) => name,
): ReadonlyMap<string, Located> {
  const named = new Map<string, Located>()
  for (const place of recordsIn(map)) {
    spend(comparison, 1 + (place.token.length >> 8))
    const part = resolved(comparison, place)
    if (part !== undefined && isRecord(part.value)) named.set(keyOf(place.token), part)
  }
  return named
}
