import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { Client } from 'pg'

import { freePort } from './free-port.ts'

const run = promisify(execFile)
const startWithinMs = 120_000

/** A private PostgreSQL, to configure and kill at will. */
export interface PostgresCluster {
  /** The URL of its `postgres` database. */
  readonly url: string
  readonly port: number
  readonly dataFolder: string
  readonly postmasterPid: () => number | undefined
  readonly start: () => Promise<void>
  /** SIGKILL of the postmaster, with the same result as a power cut. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly remove: () => Promise<void>
}

export async function createCluster(
  settings: Record<string, string> = {},
): Promise<PostgresCluster> {
  const binaries = binariesFolder()
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-postgres-'))
  const dataFolder = path.join(folder, 'data')
  const port = await freePort()
  await chmod(folder, 0o777)
  const [initdb, ...initArguments] = asOrdinaryUser([
    path.join(binaries, 'initdb'),
    '-D',
    dataFolder,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  await run(initdb, initArguments)
  const lines = Object.entries({
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${folder}'`,
    max_connections: '200',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  await writeFile(path.join(dataFolder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)

  let child: ReturnType<typeof spawn> | undefined
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  async function start(): Promise<void> {
    const [postgres, ...postgresArguments] = asOrdinaryUser([
      path.join(binaries, 'postgres'),
      '-D',
      dataFolder,
    ])
    child = spawn(postgres, postgresArguments, { stdio: 'ignore' })
    const deadline = Date.now() + startWithinMs
    while (!(await answers(url))) {
      if (Date.now() > deadline) {
        throw new Error('The PostgreSQL did not start')
      }
      await sleep(30)
    }
  }
  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const ending = child
    if (ending === undefined || ending.exitCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
    child = undefined
  }
  await start()
  return {
    url,
    port,
    dataFolder,
    postmasterPid: () => child?.pid,
    start,
    kill: async () => end('SIGKILL'),
    stop: async () => end('SIGINT'),
    async remove() {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; `setpriv` execs the program, so signals reach it. */
function asOrdinaryUser(command: readonly string[]): [string, ...string[]] {
  const isRoot = process.getuid?.() === 0
  const words = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command
  const [program, ...rest] = words
  if (program === undefined) throw new Error('There is no command to run')
  return [program, ...rest]
}

function binariesFolder(): string {
  const folders = [
    process.env['POSTGRES_BIN'],
    ...['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`),
  ]
  const found = folders.find(
    (folder) => folder !== undefined && existsSync(path.join(folder, 'initdb')),
  )
  if (found === undefined) {
    throw new Error(
      'PostgreSQL server programs were not found; set POSTGRES_BIN to their folder',
    )
  }
  return found
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
