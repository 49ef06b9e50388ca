import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { type Config, readConfig } from '@lectern/server/platform/config/config.ts'
import { startApi } from '@lectern/server/start/api.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { createSample } from '../server/test/sample.ts'
import { startWorker } from '@lectern/server/start/worker.ts'

import { startCleaner } from './cleaner.ts'
import { publishDemo } from './demo-site.ts'
import { freePort } from './free-port.ts'
import { parentGone } from './parent-gone.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { spawnSites } from './spawn-sites.ts'
import { untilReady } from './until-ready.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * A throwaway instance: one line of JSON on stdout has its addresses. However it ends, it leaves
 * nothing behind: by a signal, by the end of whoever started it, or by a start that fails. With `--demo` it has the site of Lectern's
 * own documentation; without, the organization is empty.
 */
const hasDemo = process.argv.includes('--demo')
/** What was started, undone in reverse order. */
const started = new AsyncDisposableStack()
const cleaner = startCleaner()
const starting = start()
let isStopping = false

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
void parentGone().then(end)
// Whoever reads what is said may be gone, too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', end)
try {
  const ready = await starting
  process.stdout.write(`${JSON.stringify(ready)}\n`)
} catch (error) {
  if (!isStopping) {
    await stop()
    say(`The sandbox did not start: ${reasonsOf(error)}`)
    // What failed to start may have left something open that nobody can close.
    process.exit(1)
  }
}

function end(): void {
  if (isStopping) return
  isStopping = true
  say('Stopping …')
  // What is about to start could not be ended yet.
  void Promise.allSettled([starting])
    .then(stop)
    .then(() => process.exit())
}

async function stop(): Promise<void> {
  try {
    await started.disposeAsync()
    await cleaner.done()
  } catch (error) {
    say(`Something may be left behind: ${reasonsOf(error)}`)
    process.exitCode = 1
  }
}

async function start() {
  const database = await createScratchDatabase('sandbox')
  cleaner.remember({ database: database.name, serverUrl: database.serverUrl })
  started.defer(async () => database.drop())
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-sandbox-'))
  cleaner.remember({ folder })
  started.defer(async () => rm(folder, { recursive: true, force: true }))
  // Addresses that settings are made of must have the port that the settings in the environment say.
  const port = process.env['PORT'] ?? String(await freePort())
  const sitesPort = String(await freePort())
  const config = configFor({ databaseUrl: database.url, folder, port, sitesPort })
  say('Making a database …')
  await migrate(config)
  const api = await startApi(config)
  started.defer(async () => api.stop())
  const worker = await startWorker(config)
  started.defer(async () => worker.stop())
  const sitesUrl = `http://127.0.0.1:${sitesPort}`
  const sites = spawnSites({
    environment: {
      API_URL: api.url,
      RENDERER_SECRET: config.RENDERER_SECRET,
      FILES_URL: config.FILES_URL,
      SITES_HOST: '127.0.0.1',
      SITES_PORT: sitesPort,
      SITES_METRICS_PORT: '0',
      SNAPSHOT_PATH: path.join(folder, 'sites'),
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
    },
  })
  cleaner.rememberChild(sites)
  started.defer(async () => ended(sites))
  const { organization, tokens } = await createSample(api.services.db)
  await untilReady([`${sitesUrl}/~readyz`], sites)
  const admin = { url: api.url, token: tokens.admin, organization }
  const demo = hasDemo ? await publishDemo(admin) : undefined
  say(`Mails are written to ${config.MAIL_FOLDER}. Stop with Ctrl-C; nothing is kept.`)
  return {
    url: api.url,
    sites: sitesUrl,
    demo,
    organization,
    database: database.url,
    tokens,
  }
}

interface Places {
  readonly databaseUrl: string
  readonly folder: string
  readonly port: string
  readonly sitesPort: string
}

function configFor({ databaseUrl, folder, port, sitesPort }: Places): Config {
  return readConfig({
    LECTERN_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    METRICS_PORT: '0',
    PUBLISH_HOST: `localhost:${sitesPort}`,
    SITES_URL: `http://127.0.0.1:${sitesPort}`,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
    INVITE_LIMIT_SENDER: '0',
    INVITE_LIMIT_ORGANIZATION: '0',
    INVITE_LIMIT_RECIPIENT: '0',
    ORGANIZATIONS_PER_ACCOUNT: '0',
    MAIL_FOLDER: path.join(folder, 'mail'),
    STORAGE_FOLDER: path.join(folder, 'files'),
    ...process.env,
    DATABASE_URL: databaseUrl,
  })
}

/** Ends the renderer, which still writes into its folder until then. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** The messages of an error and of its causes, in one line. */
function reasonsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonsOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  const message = error.message.replaceAll(/\s+/g, ' ')
  return error.cause === undefined ? message : `${message} (${reasonsOf(error.cause)})`
}
