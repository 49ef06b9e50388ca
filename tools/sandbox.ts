import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { startApi } from '@lectern/server/start/api.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { createSample } from '@lectern/server/start/sample.ts'
import { startWorker } from '@lectern/server/start/worker.ts'

import { freePort } from './free-port.ts'
import { createScratchDatabase } from './scratch-database.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** A throwaway instance: one line of JSON on stdout says where it is; SIGTERM ends it and leaves nothing. */
const database = await createScratchDatabase('sandbox')
const folder = await mkdtemp(path.join(tmpdir(), 'lectern-sandbox-'))
const port = String(await freePort())
const config = readConfig({
  LECTERN_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  METRICS_PORT: '0',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_TOKEN: '0',
  RATE_LIMIT_ADDRESS: '0',
  MAIL_FOLDER: path.join(folder, 'mail'),
  STORAGE_FOLDER: path.join(folder, 'files'),
  ...process.env,
  DATABASE_URL: database.url,
})
say('Making a database …')
await migrate(config)
const api = await startApi(config)
const worker = await startWorker(config)
const sample = await createSample(api.services.db)
say(`Mails are written to ${config.MAIL_FOLDER}. Stop with Ctrl-C; nothing is kept.`)
process.stdout.write(
  `${JSON.stringify({
    url: api.url,
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
  await Promise.allSettled([api.stop(), worker.stop()])
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void stop()
  })
}
