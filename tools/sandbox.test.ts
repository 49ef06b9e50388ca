import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

import { Client } from 'pg'

import { freePort } from './free-port.ts'
import { developmentServerUrl } from './scratch-database.ts'

const program = path.join(import.meta.dirname, 'sandbox.ts')

async function databasesOf(pid: number | undefined): Promise<number> {
  const client = new Client({ connectionString: developmentServerUrl() })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'select 1 from pg_database where starts_with(datname, $1)',
      [`lectern_sandbox_${pid}_`],
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Settings with which the renderer, or even before it the api, cannot start. */
const failures: Record<string, Record<string, string>> = {
  'the renderer does not start': { SITES_HOST_HEADER: 'nonsense' },
  'a setting is wrong': { PORT: 'nonsense' },
}
for (const [why, settings] of Object.entries(failures)) {
  test(`a sandbox leaves nothing behind when ${why}, and says why in a line`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'))
    try {
      const sandbox = spawn(process.execPath, [program], {
        env: { ...process.env, TMPDIR: folder, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const said = text(sandbox.stderr)
      const [code] = await once(sandbox, 'exit')
      assert.equal(code, 1)
      // Standard error ends when the renderer, which has it too, is gone.
      const lines = (await said).trim().split('\n')
      assert.match(lines.at(-1) ?? '', /^The sandbox did not start: \S/)
      assert.deepEqual(
        lines.filter((line) => /^\s+at /.test(line)),
        [],
      )
      assert.deepEqual(await readdir(folder), [])
      assert.equal(await databasesOf(sandbox.pid), 0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

test('a sandbox listens where PORT says, and names that address', async () => {
  const port = String(await freePort())
  const sandbox = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(sandbox, 'exit')
  try {
    const [line] = await Promise.race([once(sandbox.stdout, 'data'), exit])
    const { url, tokens } = JSON.parse(String(line))
    assert.equal(url, `http://127.0.0.1:${port}`)
    const reply = await fetch(`${url}/v1/user`, {
      headers: { authorization: `Bearer ${tokens.admin}` },
    })
    const { urls } = JSON.parse(await reply.text())
    assert.ok(urls.location.startsWith(`${url}/`), urls.location)
  } finally {
    sandbox.kill('SIGTERM')
    await exit
  }
})
