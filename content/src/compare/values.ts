import type { Entry, JsonValue } from '#/tree/entries.ts'

/** Whether two values are equal, with keys in any order. A missing value is not null. */
export function sameValue(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  return canonical(one) === canonical(other)
}

/** The canonical text of a value: equal for two values exactly when the values are equal. */
export function canonical(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return JSON.stringify(value, (_, member: JsonValue) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(byName))
      : member,
  )
}

export function isRecord(
  value: JsonValue | undefined,
): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two versions of an entry are equal in every field. */
export function sameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  return (
    one.kind === other.kind &&
    one.parent === other.parent &&
    one.position === other.position &&
    one.body === other.body &&
    one.head === other.head &&
    sameValue(one.attributes, other.attributes)
  )
}

function byName([one]: [string, JsonValue], [other]: [string, JsonValue]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
