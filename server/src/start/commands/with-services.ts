import { readConfig } from '#/platform/config/config.ts'
import type { Services } from '#/platform/services.ts'

import { requireMigrated } from './pending.ts'

/** For a command that changes things: everything the server has, on a database that is up to date. */
export async function withServices<T>(
  run: (services: Services) => Promise<T>,
): Promise<T> {
  // What a command prints is its answer, so nothing is logged between.
  const config = Object.freeze({
    ...readConfig(process.env),
    LOG_LEVEL: 'silent' as const,
  })
  await requireMigrated(config)
  const { openServices } = await import('../services.ts')
  const { services, close } = await openServices(config, { component: 'command' })
  try {
    return await run(services)
  } finally {
    await close()
  }
}
