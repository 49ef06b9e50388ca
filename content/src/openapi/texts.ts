import { isRecord, memberOf } from './members.ts'

/** A text that can be stored everywhere: no NUL, no half of a surrogate pair, not too long. */
export function cleanText(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}

/** A text on one line. */
export function cleanLine(text: string, most: number): string {
  return cleanText(text.replaceAll(/\s+/g, ' ').trim(), most)
}

/** A member that is a text with something in it. */
export function textOf(value: unknown, name: string, most: number): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' && text.trim() !== ''
    ? cleanText(text, most)
    : undefined
}

export function lineOf(value: unknown, name: string, most: number): string | undefined {
  const text = memberOf(value, name)
  if (typeof text !== 'string') return undefined
  const line = cleanLine(text.slice(0, most * 2), most)
  return line === '' ? undefined : line
}

const depthMax = 32

/** A value as JSON; undefined where it is too large or too deep to be shown. */
export function jsonText(value: unknown, most: number, indent = 0): string | undefined {
  if (!isWithin(value, most)) return undefined
  const text = JSON.stringify(value, undefined, indent)
  if (text === undefined || text.length > most) return undefined
  // JSON has NUL and halves of pairs as escapes, which a database refuses all the same.
  return /\\u(?:0000|d[89a-f])/.test(text) ? JSON.stringify(value, cleaned, indent) : text
}

function cleaned(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, Infinity)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [cleanText(name, Infinity), member]),
  )
}

/** Whether a value is small enough to be looked at: a number nobody counts hides in some. */
function isWithin(value: unknown, most: number): boolean {
  let left = most
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value, depth: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    left -= typeof next.value === 'string' ? next.value.length + 1 : 1
    if (left < 0) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth === depthMax) return false
    const members: unknown[] = Object.values(next.value)
    if (members.length > left) return false
    for (const member of members) waiting.push({ value: member, depth: next.depth + 1 })
  }
  return true
}
