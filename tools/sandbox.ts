import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { startApi } from '@lectern/server/start/api.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { createSample } from '../server/test/sample.ts'
import { startWorker } from '@lectern/server/start/worker.ts'

import { publishDemo } from './demo-site.ts'
import { freePort } from './free-port.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { spawnSites } from './spawn-sites.ts'
import { untilReady } from './until-ready.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * A throwaway instance: one line of JSON on stdout has its addresses; SIGTERM ends it and leaves
 * nothing behind. With `--demo` it has the site of Lectern's own documentation; without, the
 * organization is empty.
 */
const hasDemo = process.argv.includes('--demo')
const database = await createScratchDatabase('sandbox')
const folder = await mkdtemp(path.join(tmpdir(), 'lectern-sandbox-'))
const port = String(await freePort())
const sitesPort = String(await freePort())
const config = readConfig({
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
  DATABASE_URL: database.url,
})
say('Making a database …')
await migrate(config)
const api = await startApi(config)
const worker = await startWorker(config)
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
const sample = await createSample(api.services.db)
await untilReady([`${sitesUrl}/~readyz`], sites)
const demo = hasDemo
  ? await publishDemo({
      url: api.url,
      token: sample.tokens.admin,
      organization: sample.organization,
    })
  : undefined
say(`Mails are written to ${config.MAIL_FOLDER}. Stop with Ctrl-C; nothing is kept.`)
process.stdout.write(
  `${JSON.stringify({
    url: api.url,
    sites: sitesUrl,
    demo,
    organization: sample.organization,
    database: database.url,
    tokens: sample.tokens,
  })}\n`,
)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  say('Stopping …')
  sites.kill('SIGTERM')
  await Promise.allSettled([api.stop(), worker.stop()])
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void stop()
  })
}
