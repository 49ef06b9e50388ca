import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { readConfig } from '#/platform/config/config.ts'
import { openDatabase } from '#/platform/database/database.ts'
import { migrate } from '#/start/migrate.ts'
import { createSample } from '#test/sample.ts'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { createScratchDatabase } from '../../../../tools/scratch-database.ts'
import { ssrfBreaks, type SsrfBreak } from './ssrf-breaks.ts'

const inside = new URL('ssrf-inside.ts', import.meta.url).pathname

/**
 * Files, specifications and requests of readers by URL, with the real client, in a network of its
 * own where every address is a canary.
 */
await runGate<SsrfBreak>({
  name: 'ssrf',
  seconds: 60,
  breaks: ssrfBreaks,
  run: runSsrf,
})

async function runSsrf(options: GateOptions<SsrfBreak>): Promise<GateOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-ssrf-'))
  const database = await createScratchDatabase('ssrf')
  const door = await openDoor(database.url, folder)
  try {
    const config = readConfig({
      LECTERN_ENV: 'development',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
    })
    await migrate(config)
    const db = openDatabase({
      url: database.url,
      poolSize: 1,
      readers: 1,
      prepare: true,
      applicationName: 'gate:ssrf',
    })
    const { organization, users } = await createSample(db)
    await db.close()
    return await runInside(options, {
      folder,
      databaseUrl: throughDoor(database.url, folder),
      organization,
      user: users.admin,
    })
  } finally {
    door.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Scene {
  readonly folder: string
  readonly databaseUrl: string
  readonly organization: string
  readonly user: string
}

/** Nothing of the machine's network is there: only what the program inside sets up. */
async function runInside(
  { seed, broken }: GateOptions<SsrfBreak>,
  scene: Scene,
): Promise<GateOutcome> {
  const child = spawn(
    'unshare',
    [
      '--net',
      '--mount',
      process.execPath,
      inside,
      JSON.stringify({ ...scene, seed, broken }),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [printed, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (child.exitCode !== 0) {
    const problem = `the program in the namespace ended with ${child.exitCode}: ${complaints.slice(-2000)}`
    return { figure: 'nothing measured', problems: [problem] }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program inside
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as GateOutcome
}

/** A socket that is a file leads out of the namespace, to the database and to nothing else. */
async function openDoor(databaseUrl: string, folder: string): Promise<Server> {
  const { hostname, port } = new URL(databaseUrl)
  const door = createServer((near) => {
    const far = connect(Number(port === '' ? 5432 : port), hostname)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  door.listen(path.join(folder, '.s.PGSQL.5432'))
  await once(door, 'listening')
  return door
}

function throughDoor(databaseUrl: string, folder: string): string {
  const url = new URL(databaseUrl)
  url.port = '5432'
  url.searchParams.set('host', folder)
  return url.href
}
