import { type Config, readConfig } from '#/platform/config/config.ts'
import type { Logger } from '#/platform/logging/logger.ts'

import { command, Refusal } from './command.ts'
import { requireMigrated } from './pending.ts'

interface Part {
  readonly log: Logger
  readonly stop: () => Promise<void>
}

const portMax = 65_535

export const startCommand = command({
  about: [
    'Runs until SIGTERM or SIGINT, then finishes what it has begun and exits with 0.',
    'A second signal ends it at once.',
    'The api serves /metrics on METRICS_PORT, and so does the worker; with "all" the worker',
    'takes the port after it.',
  ],
  options: {},
  choices: {
    api: 'answers requests',
    worker: 'does background work',
    all: 'both in one process, for a small installation',
  },
  async run(_given, choice) {
    const config = readConfig(process.env)
    await requireMigrated(config)
    // Signals count from now on: one during the start takes effect right after it.
    const signalled = firstSignal()
    const parts = await startParts(choice, config)
    const logs = parts.map(({ log }) => log)
    exitOnUncaught(logs)

    const signal = await signalled
    for (const log of logs) log.info({ signal }, 'stopping')
    await Promise.all(parts.map(async ({ stop }) => stop()))
    // All work is done, whatever a library still holds open.
    process.exit(0)
  },
})

async function startParts(choice: string, config: Config): Promise<Part[]> {
  // Modules load before anything starts: no request to the api waits for the worker's.
  const api = choice === 'worker' ? undefined : await import('../api.ts')
  const worker = choice === 'api' ? undefined : await import('../worker.ts')
  const parts: Part[] = []
  if (api !== undefined) {
    const { services, stop } = await api.startApi(config)
    parts.push({ log: services.log, stop })
  }
  if (worker !== undefined) {
    const { services, stop } = await worker.startWorker(
      choice === 'all' ? beside(config) : config,
    )
    parts.push({ log: services.log, stop })
  }
  return parts
}

/** The settings of a worker that shares the process, and so the host, with an api. */
function beside(config: Config): Config {
  const { METRICS_PORT } = config
  if (METRICS_PORT === portMax) {
    throw new Refusal(
      `METRICS_PORT ${portMax} leaves no port after it for the worker. Choose a lower one.`,
    )
  }
  return Object.freeze({
    ...config,
    METRICS_PORT: METRICS_PORT === 0 ? 0 : METRICS_PORT + 1,
  })
}

/** Waits for a signal to stop; a second ends the process at once: its sender has waited enough. */
async function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let signals = 0
    const obey = (signal: string) => {
      signals += 1
      if (signals > 1) process.exit(1)
      resolve(signal)
    }
    process.on('SIGTERM', obey).on('SIGINT', obey)
  })
}

function exitOnUncaught(logs: readonly Logger[]): void {
  process.on('uncaughtException', (error) => {
    logs[0]?.fatal({ err: error }, 'uncaught error')
    // Exiting flushes the log.
    process.exit(1)
  })
}
