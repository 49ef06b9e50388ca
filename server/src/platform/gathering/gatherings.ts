import type { Clock } from '#/platform/clock/clock.ts'
import type { Database } from '#/platform/database/database.ts'
import { repeat } from '#/platform/jobs/repeat.ts'
import type { Logger } from '#/platform/logging/logger.ts'

/** The services with which a process writes what it has gathered. */
export interface GatheringServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Small changes that a process holds in memory and writes together, soon. */
export interface Gathering {
  /** Writes what was gathered until now. */
  readonly flush: () => Promise<void>
}

export interface GatheringKind<G extends Gathering> {
  readonly name: string
  readonly everyMs: number
  readonly open: (services: GatheringServices) => G
}

/**
 * The gatherings of a process. What is in one is lost when the process dies: only what may be lost
 * for some seconds is gathered, such as counts.
 */
export interface Gatherings {
  /** The one gathering of a kind, opened on first use. */
  readonly of: <G extends Gathering>(kind: GatheringKind<G>) => G
  /** Writes everything and stops. */
  readonly close: () => Promise<void>
}

export function createGatherings(services: GatheringServices): Gatherings {
  const opened = new Map<unknown, { gathering: Gathering; stop: () => Promise<void> }>()
  return {
    of<G extends Gathering>(kind: GatheringKind<G>): G {
      const known = opened.get(kind)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- opened by this kind below
      if (known !== undefined) return known.gathering as G
      const gathering = kind.open(services)
      const stop = repeat(
        kind.everyMs,
        async () => gathering.flush(),
        (error) => services.log.error({ err: error, kind: kind.name }, 'flush failed'),
      )
      opened.set(kind, { gathering, stop })
      return gathering
    },
    async close() {
      for (const { gathering, stop } of opened.values()) {
        await stop()
        await gathering.flush()
      }
    },
  }
}
