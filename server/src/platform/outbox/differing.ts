import { isDeepStrictEqual } from 'node:util'

/** The settings that changed, each with its old and its new value. */
export function differing<Settings extends object>(before: Settings, after: Settings) {
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([key, value]) => !isDeepStrictEqual(value, was.get(key)),
  )
  return {
    changed: changed.map(([key]) => key),
    before: Object.fromEntries(changed.map(([key]) => [key, was.get(key)])),
    after: Object.fromEntries(changed),
  }
}
