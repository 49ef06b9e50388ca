import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

for (const setting of ['SITES_PORT', 'SITES_METRICS_PORT']) {
  test(`the renderer says in one line that ${setting} is taken, and ends`, async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = other.address() as AddressInfo
    const words = ['--import', './sites/tsx.ts', 'sites/src/start.ts']
    const renderer = spawn(process.execPath, words, {
      cwd: root,
      env: {
        ...process.env,
        LECTERN_ENV: 'development',
        API_URL: 'http://127.0.0.1:1',
        SITES_HOST: '127.0.0.1',
        SITES_PORT: '0',
        SITES_METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        [setting]: String(port),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exit = once(renderer, 'exit')
    try {
      const said = await text(renderer.stderr)
      assert.deepEqual(await exit, [1, null])
      assert.match(
        said,
        new RegExp(`^listen EADDRINUSE[^\\n]*set ${setting} to a free port\\.\\n$`),
      )
    } finally {
      renderer.kill('SIGKILL')
      other.close()
    }
  })
}
