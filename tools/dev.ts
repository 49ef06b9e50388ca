import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { openDatabase } from '@lectern/server/platform/database/database.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { createSample } from '../server/test/sample.ts'

import { publishDemo } from './demo-site.ts'
import { spawnSites } from './spawn-sites.ts'
import { developmentServerUrl, runOnServer, urlOfDatabase } from './scratch-database.ts'
import { untilReady } from './until-ready.ts'

const root = new URL('../', import.meta.url)
const dataFolder = new URL('.data/', root)
const noteFile = new URL('dev.json', dataFolder)
const databaseName = 'lectern_dev'

interface Note {
  readonly organization: string
  readonly token: string
}

const say = (line = '') => process.stdout.write(`${line}\n`)

/** Starts everything, migrated, with a sample organization; restarts when a source file changes. */
const serverUrl = developmentServerUrl()
const environment: Record<string, string> = {
  LECTERN_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: '3000',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'warn',
  ...withoutUndefined(process.env),
  DATABASE_URL: urlOfDatabase(serverUrl, databaseName),
}
environment['PUBLIC_URL'] ??= `http://localhost:${environment['PORT']}`
environment['SITES_PORT'] ??= '3001'
environment['PUBLISH_HOST'] ??= `localhost:${environment['SITES_PORT']}`

await runOnServer(serverUrl, `create database ${databaseName}`).catch(
  (error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === '42P04'
    if (!exists) throw cannotReach(error)
  },
)
const config = readConfig(environment)
await migrate(config, say)
const note = await sampleNote()
say()
say(`  API        ${config.PUBLIC_URL}/v1`)
say(`  Reference  ${config.PUBLIC_URL}/reference`)
say(`  Sites      http://{organization}.${config.PUBLISH_HOST}/{site}/`)
say(`  Metrics    http://${config.METRICS_HOST}:${config.METRICS_PORT}/metrics`)
say(`  Mails      ${config.MAIL_FOLDER}`)
say()
say(`  export LECTERN_TOKEN=${note.token}`)
say(`  export LECTERN_ORGANIZATION=${note.organization}`)
say(`  curl -H "Authorization: Bearer $LECTERN_TOKEN" ${config.PUBLIC_URL}/v1/user`)
say()
run()
await showDemo()

/** Only the hash of a token is stored, so the sample's token is in a file that git ignores. */
async function sampleNote(): Promise<Note> {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    readers: 1,
    prepare: true,
    applicationName: 'lectern dev',
  })
  try {
    const kept = await readNote()
    if (kept !== undefined && (await exists(kept.organization))) return kept
    const sample = await createSample(db)
    const made = { organization: sample.organization, token: sample.tokens.admin }
    await mkdir(dataFolder, { recursive: true })
    await writeFile(noteFile, `${JSON.stringify(made)}\n`)
    return made
  } finally {
    await db.close()
  }

  async function exists(organizationId: string): Promise<boolean> {
    const { rows } = await db.raw('select 1 from directory where id = $1', [
      organizationId,
    ])
    return rows.length > 0
  }
}

async function readNote(): Promise<Note | undefined> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this tool
    return JSON.parse(await readFile(noteFile, 'utf8')) as Note
  } catch {
    return undefined
  }
}

function run(): void {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      '--watch-path=server/src',
      '--watch-path=contract/src',
      'server/src/start/lectern-server.ts',
      'start',
      'all',
    ],
    { cwd: root, env: { ...process.env, ...environment }, stdio: 'inherit' },
  )
  const sites = spawnSites({
    isWatching: true,
    environment: {
      ...environment,
      API_URL: `http://127.0.0.1:${environment['PORT']}`,
      FILES_URL: config.FILES_URL,
      SITES_HOST: environment['HOST'],
      SITES_METRICS_PORT: '0',
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      child.kill(signal)
      sites.kill(signal)
    })
  }
  child.on('exit', (code) => {
    process.exitCode = code ?? 0
  })
}

/** The demo needs api, worker and renderer; without it everything else still works. */
async function showDemo(): Promise<void> {
  const url = `http://127.0.0.1:${environment['PORT']}`
  try {
    await untilReady([
      `${url}/readyz`,
      `http://127.0.0.1:${environment['SITES_PORT']}/~readyz`,
    ])
    say(`  Demo       ${await publishDemo({ url, ...note })}`)
    say()
  } catch (error) {
    say(`  The demo site was not made: ${String(error)}`)
  }
}

function cannotReach(cause: unknown): Error {
  return new Error(
    `No PostgreSQL answers at ${serverUrl}. Start one, or set DATABASE_URL to yours.`,
    { cause },
  )
}

function withoutUndefined(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
