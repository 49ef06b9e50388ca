import type { Principal } from './authz-principals.ts'
import type { WireReply } from './generate-wire.ts'

/** What an answer says about a place its reader has no business with; undefined when nothing. */
export function leakIn(
  { text, headers }: WireReply,
  { hidden, userId }: Principal,
  sent: readonly string[],
): string | undefined {
  let rest = `${JSON.stringify(headers)}\n${text}`
  for (const value of sent) rest = rest.replaceAll(value, '‹sent›')
  const lower = rest.toLowerCase()
  for (const { canary, things, deleted } of hidden) {
    if (lower.includes(canary)) return `the word "${canary}"`
    const ids = [...Object.values(things), ...Object.values(deleted)]
    const id = ids.find((one) => one !== userId && isId(one) && rest.includes(one))
    if (id !== undefined) return `the id "${id}" of ${canary}`
  }
  return undefined
}

function isId(value: string): boolean {
  return /^[0-9A-Za-z]{20}$/.test(value)
}
