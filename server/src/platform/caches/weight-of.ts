/** What an object, an entry of a map or a member costs besides its content. */
const overheadBytes = 32

/**
 * The bytes that a plain value takes in memory, roughly and rather too many than too few. Texts and
 * buffers are not walked through, so the cost depends on the number of parts.
 */
export function weightOf(value: unknown): number {
  let bytes = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const each = open.pop()
    bytes += ownWeightOf(each)
    if (typeof each === 'object' && each !== null && !ArrayBuffer.isView(each)) {
      for (const part of partsOf(each)) open.push(part)
    }
  }
  return bytes
}

function ownWeightOf(value: unknown): number {
  if (typeof value === 'string') return overheadBytes + 2 * value.length
  if (ArrayBuffer.isView(value)) return overheadBytes + value.byteLength
  return overheadBytes
}

function* partsOf(value: object): Generator {
  if (value instanceof Map) {
    for (const [key, entry] of value) {
      yield key
      yield entry
    }
  } else if (Array.isArray(value) || value instanceof Set) yield* value
  else yield* Object.values(value)
}
