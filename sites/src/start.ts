import path from 'node:path'

import { ConfigError, readConfig } from '#/serve/config/config.ts'
import { readAssets } from '#/assets/read-assets.ts'
import type { Assets } from '#/assets/assets.ts'

/** Runs the renderer of sites, until SIGTERM or SIGINT ends the process with 0. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // React reads NODE_ENV once, when it is loaded, and is several times slower without.
  process.env['NODE_ENV'] ??= 'production'
  const { startSites } = await import('#/serve/start-sites.ts')
  const sites = await startSites(config, await assetsFor(config.LECTERN_ENV))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void sites.stop().then(() => process.exit(0))
    })
  }
}

/** The assets: development builds these from their sources, production reads those of the build. */
async function assetsFor(environment: 'production' | 'development'): Promise<Assets> {
  if (environment === 'development') {
    const { buildAssets } = await import('#/assets/build-assets.ts')
    return buildAssets()
  }
  return readAssets(path.join(import.meta.dirname, '../client'))
}

try {
  await main()
} catch (error) {
  const said = error instanceof ConfigError ? error.message : portTaken(error)
  if (said === undefined) throw error
  process.stderr.write(`${said}\n`)
  // One of two ports may be open already, which would keep the process.
  process.exit(1)
}

/** What to do about a port that another process has; undefined for other errors. */
function portTaken(error: unknown): string | undefined {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) return undefined
  const { SITES_METRICS_PORT } = readConfig(process.env)
  const isMetrics = 'port' in error && error.port === SITES_METRICS_PORT
  const setting = isMetrics ? 'SITES_METRICS_PORT' : 'SITES_PORT'
  return `${error.message}. Stop the other process, or set ${setting} to a free port.`
}
