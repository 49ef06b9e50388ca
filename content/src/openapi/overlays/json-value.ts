export type JsonRecord = Record<string, unknown>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isContainer(value: unknown): value is JsonRecord | unknown[] {
  return typeof value === 'object' && value !== null
}

/** The own value of a key, whatever its name is. */
export function ownValue(record: Readonly<JsonRecord>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Sets an own value: the key `__proto__` is a name as any other. */
export function setOwn(record: JsonRecord, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(record, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    return
  }
  record[key] = value
}

export interface Extent {
  /** The value and all that it holds, each place counted. */
  readonly values: number
  /** Of texts and names of keys. */
  readonly characters: number
  readonly depth: number
}

export interface ExtentMax {
  readonly valuesMax: number
  readonly depthMax: number
}

/** How much a value holds, or the limit that it goes beyond. Shared parts count wherever they stand. */
export function extentOf(
  value: unknown,
  { valuesMax, depthMax }: ExtentMax,
): Extent | 'too-many' | 'too-deep' {
  let values = 0
  let characters = 0
  let deepest = 0
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { depth } = next
    if (++values + waiting.length > valuesMax) return 'too-many'
    deepest = Math.max(deepest, depth)
    if (typeof next.value === 'string') characters += next.value.length
    if (!isContainer(next.value)) continue
    if (depth >= depthMax) return 'too-deep'
    if (Array.isArray(next.value)) {
      for (const each of next.value) waiting.push({ value: each, depth: depth + 1 })
      continue
    }
    for (const key of Object.keys(next.value)) {
      characters += key.length
      waiting.push({ value: next.value[key], depth: depth + 1 })
    }
  }
  return { values, characters, depth: deepest }
}

/** A copy that shares nothing with the value, which was measured before. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => copyOf(each))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, copyOf(each)] as const),
  )
}

/** A step of a JSON pointer. */
export function pointerStep(step: string | number): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
