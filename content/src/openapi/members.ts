export type JsonRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of a value: names such as `constructor` are found only where they are written. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function stringOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

/** A member that is an object; any other counts as absent. */
export function recordOf(value: unknown, name: string): JsonRecord | undefined {
  const member = memberOf(value, name)
  return isRecord(member) ? member : undefined
}

/** The members of a member that is an object, at most so many. */
export function entriesOf(
  value: unknown,
  name: string,
  most: number,
): readonly (readonly [string, unknown])[] {
  return firstEntries(recordOf(value, name), most)
}

export function firstEntries(
  record: JsonRecord | undefined,
  most: number,
): readonly (readonly [string, unknown])[] {
  if (record === undefined) return []
  const names = Object.keys(record)
  return names.slice(0, most).map((name) => [name, record[name]])
}

/** What is in a member that is a list, at most so many. */
export function listOf(value: unknown, name: string, most: number): readonly unknown[] {
  const member = memberOf(value, name)
  if (!Array.isArray(member)) return []
  const list: readonly unknown[] = member
  return list.slice(0, most)
}

export function isTrue(value: unknown, name: string): boolean {
  return memberOf(value, name) === true
}
