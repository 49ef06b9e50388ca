import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { openDatabase } from '@lectern/server/platform/database/database.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { createSample } from '../server/test/sample.ts'

import { startCleaner } from './cleaner.ts'
import { isFree } from './free-port.ts'
import { makeDemo } from './make-demo.ts'
import { parentGone } from './parent-gone.ts'
import { developmentServerUrl, runOnServer, urlOfDatabase } from './scratch-database.ts'
import { spawnSites } from './spawn-sites.ts'

const root = path.resolve(import.meta.dirname, '..')
/** With `--name`, a second one beside the first, with a database and files of its own. */
const { name } = parseArgs({ options: { name: { type: 'string' } } }).values
if (name !== undefined && !/^[a-z][a-z0-9_]{0,40}$/.test(name)) {
  throw new Error('A name has small letters, digits and underscores')
}
const dataFolder = path.join(root, '.data', name ?? '')
const noteFile = path.join(dataFolder, 'dev.json')
const databaseName = name === undefined ? 'lectern_dev' : `lectern_dev_${name}`

interface Note {
  readonly organization: string
  /** Of the organization, below PUBLISH_HOST. */
  readonly hostname: string
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
  MAIL_FOLDER: path.join(dataFolder, 'mail'),
  STORAGE_FOLDER: path.join(dataFolder, 'files'),
  SNAPSHOT_PATH: path.join(dataFolder, 'sites'),
  ...withoutUndefined(process.env),
  DATABASE_URL: urlOfDatabase(serverUrl, databaseName),
}
environment['PUBLIC_URL'] ??= `http://localhost:${environment['PORT']}`
environment['SITES_PORT'] ??= '3001'
environment['PUBLISH_HOST'] ??= `localhost:${environment['SITES_PORT']}`
environment['SITES_URL'] ??= `http://localhost:${environment['SITES_PORT']}`

await runOnServer(serverUrl, `create database ${databaseName}`).catch(
  (error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === '42P04'
    if (!exists) throw cannotReach(error)
  },
)
const config = readConfig(environment)
await requirePorts()
await migrate(config, say)
const note = await sampleNote()
environment['DOCS_URL'] ??= `http://${note.hostname}.${config.PUBLISH_HOST}/lectern/`
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
const cleaner = startCleaner()
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
    const known = kept === undefined ? undefined : await hostnameOf(kept.organization)
    if (kept !== undefined && known !== undefined) return { ...kept, hostname: known }
    const sample = await createSample(db)
    const made = { organization: sample.organization, token: sample.tokens.admin }
    await mkdir(dataFolder, { recursive: true })
    await writeFile(noteFile, `${JSON.stringify(made)}\n`)
    return { ...made, hostname: (await hostnameOf(made.organization)) ?? '' }
  } finally {
    await db.close()
  }

  async function hostnameOf(organizationId: string): Promise<string | undefined> {
    const { rows } = await db.raw(
      'select hostname from organization where organization_id = $1',
      [organizationId],
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the statement selects
    return (rows[0] as { hostname: string } | undefined)?.hostname
  }
}

async function readNote(): Promise<Omit<Note, 'hostname'> | undefined> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this tool
    return JSON.parse(await readFile(noteFile, 'utf8')) as Omit<Note, 'hostname'>
  } catch {
    return undefined
  }
}

/** Starts api, worker and renderer; whichever way this process ends, so do they. */
function run(): void {
  const children = [spawnServer(), spawnRenderer()]
  for (const child of children) cleaner.rememberChild(child)
  const ends = children.map(async (child) => once(child, 'exit'))
  let isStopping = false
  const stop = (code: number) => {
    if (isStopping) return
    isStopping = true
    // A watching Node passes SIGTERM on to what it runs, and no other signal.
    for (const child of children) child.kill('SIGTERM')
    void Promise.all(ends)
      .then(async () => cleaner.done())
      .then(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(0))
  }
  void parentGone().then(() => stop(0))
  // Whoever reads what is said may be gone, too.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => stop(0))
  }
  for (const child of children) child.on('exit', (code) => stop(code ?? 1))
}

function spawnServer(): ChildProcess {
  return spawn(
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
}

function spawnRenderer(): ChildProcess {
  return spawnSites({
    isWatching: true,
    environment: {
      ...environment,
      API_URL: `http://127.0.0.1:${environment['PORT']}`,
      FILES_URL: config.FILES_URL,
      SITES_HOST: environment['HOST'],
      SITES_METRICS_PORT: '0',
    },
  })
}

/** Another server at one of the ports would answer in the place of ours. */
async function requirePorts(): Promise<void> {
  const { PORT, HOST, METRICS_PORT, METRICS_HOST } = config
  const sitesPort = Number(environment['SITES_PORT'])
  const wanted = [
    { setting: 'PORT', port: PORT, host: HOST },
    { setting: 'SITES_PORT', port: sitesPort, host: HOST },
    { setting: 'METRICS_PORT', port: METRICS_PORT, host: METRICS_HOST },
  ]
  for (const { setting, port, host } of wanted) {
    if (await isFree(port, host)) continue
    say(`Port ${port} is taken. End what listens there, or set ${setting} to another.`)
    process.exit(1)
  }
}

/** The demo needs api, worker and renderer; without it everything else still works. */
async function showDemo(): Promise<void> {
  const url = `http://127.0.0.1:${environment['PORT']}`
  const sitesUrl = `http://127.0.0.1:${environment['SITES_PORT']}`
  try {
    const demo = await makeDemo({ url, sitesUrl, ...note }, (error) => {
      say(`  The demo is tried again: ${reasonOf(error)}`)
    })
    say(`  Demo       ${demo}`)
    say()
  } catch (error) {
    say(`  The demo site was not made: ${reasonOf(error)}`)
  }
}

/** The first line: that of a failed command has everything it was called with. */
function reasonOf(error: unknown): string {
  const said =
    error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return said.trim().split('\n').at(-1) ?? ''
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
    Object.entries(variables).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}
