import type { Principal } from './authz-principals.ts'
import type { Place, World } from './generate-world.ts'

type Sums = ReadonlyMap<string, string>

/** Keeps the world as it was, and knows which rows no request may ever change. */
export function authzState({ snapshot, vault }: World) {
  const sums = new Map<Place, Sums>()
  const watched = ({ foreign }: Principal) => new Set([foreign, vault])

  return {
    /** Takes the checksums to compare with later. */
    async watch(principal: Principal): Promise<void> {
      for (const place of watched(principal)) {
        if (!sums.has(place)) sums.set(place, await snapshot.checksums(place))
      }
    },
    /** The tables whose watched rows changed. Whatever was written is undone. */
    async settle(principal: Principal): Promise<string[]> {
      const written = await snapshot.written()
      if (written.size === 0) return []
      const changed: string[] = []
      for (const place of watched(principal)) {
        const before = sums.get(place)
        for (const [table, sum] of await snapshot.checksums(place, written)) {
          if (before?.get(table) !== sum) changed.push(`${table} (${place.canary})`)
        }
      }
      await snapshot.restore()
      // Logs are not undone, so that others may find more in them than before.
      for (const place of sums.keys()) {
        if (changed.length > 0 || !watched(principal).has(place)) sums.delete(place)
      }
      return changed
    },
  }
}
