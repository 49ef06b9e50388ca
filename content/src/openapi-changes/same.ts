import { spend, type Comparison } from './comparison.ts'
import { isRecord } from './located.ts'

const depthMax = 64

/** Whether two values are equal, with keys in any order. What nests too deep counts as equal. */
export function isSame(comparison: Comparison, one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  return canonicalText(comparison, one) === canonicalText(comparison, other)
}

/** A text that is equal for equal values. */
export function canonicalText(comparison: Comparison, value: unknown, depth = 0): string {
  if (typeof value === 'string') {
    spend(comparison, 1 + (value.length >> 8))
    return JSON.stringify(value)
  }
  spend(comparison)
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth === depthMax) {
    comparison.isPartial = true
    return '…'
  }
  if (Array.isArray(value)) {
    const members = value.map((member) => canonicalText(comparison, member, depth + 1))
    return `[${members.join()}]`
  }
  if (!isRecord(value)) return ''
  const members = Object.keys(value)
    .toSorted()
    .map(
      (name) =>
        `${JSON.stringify(name)}:${canonicalText(comparison, value[name], depth + 1)}`,
    )
  return `{${members.join()}}`
}
