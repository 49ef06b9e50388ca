import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { developmentServerUrl } from './scratch-database.ts'
import { processesWith } from './traces.ts'

const root = path.join(import.meta.dirname, '..')
const endMsMax = 30_000

async function databaseExists(url: string): Promise<boolean> {
  const client = new Client({ connectionString: developmentServerUrl() })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'select 1 from pg_database where datname = $1',
      [new URL(url).pathname.slice(1)],
    )
    return rowCount === 1
  } finally {
    await client.end()
  }
}

/** Starts a sandbox, ends one process of it, and waits until nothing is left of the others. */
async function endedBy(
  command: readonly [string, ...string[]],
  end: (started: { pid: number; folder: string }) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'))
  const [program, ...words] = command
  const started = spawn(program, words, {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  started.stderr.on('data', (part: Buffer) => (said += part.toString()))
  try {
    let database: string | undefined
    for await (const line of createInterface({ input: started.stdout })) {
      if (!line.startsWith('{')) continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line of a sandbox
      database = (JSON.parse(line) as { database: string }).database
      break
    }
    assert.ok(database !== undefined && started.pid !== undefined, said)
    assert.ok(await databaseExists(database))
    await end({ pid: started.pid, folder })
    const deadline = Date.now() + endMsMax
    while ((await processesWith(folder)).length > 0 && Date.now() < deadline) {
      await sleep(100)
    }
    assert.deepEqual(await processesWith(folder), [])
    assert.equal(await databaseExists(database), false)
    assert.deepEqual(await readdir(folder), [])
  } finally {
    for (const pid of await processesWith(folder)) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

const npm = ['npm', 'run', '--silent', 'sandbox'] as const
const bare = [process.execPath, 'tools/sandbox.ts'] as const

describe('a sandbox leaves nothing behind', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    it(`when npm alone gets ${signal}`, async () =>
      endedBy(npm, async ({ pid }) => {
        process.kill(pid, signal)
        await Promise.resolve()
      }))
  }
  it('when it is killed itself', async () =>
    endedBy(bare, async ({ pid }) => {
      process.kill(pid, 'SIGKILL')
      await Promise.resolve()
    }))
  it('when its terminal is closed', async () =>
    endedBy(bare, async ({ pid }) => {
      process.kill(pid, 'SIGHUP')
      await Promise.resolve()
    }))
})
