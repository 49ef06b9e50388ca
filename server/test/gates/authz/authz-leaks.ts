import type { Principal } from './authz-principals.ts'
import type { WireReply } from '../generate/generate-wire.ts'

/** A description of what an answer reveals that is hidden from its reader; undefined for nothing. */
export function leakIn(
  { text, headers }: WireReply,
  { hidden, userId }: Pick<Principal, 'hidden' | 'userId'>,
  sent: readonly string[],
): string | undefined {
  let rest = `${JSON.stringify(headers)}\n${text}`
  for (const value of sent) {
    rest = rest.replaceAll(value, '‹sent›')
    // An address that was sent may come back masked: its first letter and its domain.
    const at = value.lastIndexOf('@')
    const masked = `${value.slice(0, 1)}…${value.slice(at)}`
    if (at > 0) rest = rest.replaceAll(masked, '‹sent›')
  }
  const lower = rest.toLowerCase()
  for (const { canary, things, deleted } of hidden) {
    if (lower.includes(canary)) return `the word "${canary}"`
    const [kind, id] =
      [...Object.entries(things), ...Object.entries(deleted)].find(
        ([of, one]) => one !== userId && isTelling(of, one) && rest.includes(one),
      ) ?? []
    if (id !== undefined) return `the ${kind} "${id}" of ${canary}`
  }
  return undefined
}

/** Whether a value reveals something by itself: an id, or a key that lets readers in. */
function isTelling(kind: string, value: string): boolean {
  return kind === 'shareKey' || kind === 'jwt' || /^[0-9A-Za-z]{20}$/.test(value)
}
