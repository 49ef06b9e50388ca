import { readConfig } from '#/platform/config/config.ts'
import type { Services } from '#/platform/services.ts'

import { requireMigrated } from './pending.ts'

/** Runs a command that changes data, with all services of the server, on an up-to-date database. */
export async function withServices<T>(
  run: (services: Services) => Promise<T>,
): Promise<T> {
  // The output of a command is its answer, so no log lines may mix with it.
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
