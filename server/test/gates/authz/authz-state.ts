import type { Principal } from './authz-principals.ts'
import type { World } from '../generate/generate-world.ts'

/** Keeps the world as it was, and knows which rows no request may ever change. */
export function authzState({ snapshot, vault }: World) {
  const watched = ({ foreign }: Principal) => new Set([foreign, vault])

  return {
    /** The tables whose watched rows changed. Whatever was written is undone. */
    async settle(principal: Principal): Promise<string[]> {
      if (!(await snapshot.isWritten())) return []
      const changed: string[] = []
      for (const place of watched(principal)) {
        for (const table of await snapshot.changed(place)) {
          changed.push(`${table} (${place.canary})`)
        }
      }
      await snapshot.restore()
      return changed
    },
  }
}
