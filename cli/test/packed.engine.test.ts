import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '../../server/test/test-api.ts'
import { packCli } from '../../tools/pack-cli.ts'
import manifest from '../package.json' with { type: 'json' }
import { runProgram } from './start-lectern.ts'

describe('the packed command line', () => {
  let api: TestApi
  let folder: string
  let lectern: string
  before(async () => {
    api = await startTestApi()
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-installed-'))
    const tarball = await packCli(folder)
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }')
    const options = ['--offline', '--no-audit', '--no-fund', '--prefix', folder]
    const installed = await runProgram('npm', ['install', ...options, tarball])
    assert.equal(installed.code, 0, installed.stderr)
    lectern = path.join(folder, 'node_modules/.bin/lectern')
  })
  after(async () => {
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  // Its first line asks for node by name.
  const run = async (args: readonly string[]) =>
    runProgram(lectern, args, {
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      LECTERN_URL: api.url,
      LECTERN_TOKEN: api.tokens.admin,
    })

  it('says its version', async () => {
    const { code, stdout, stderr } = await run(['--version'])
    assert.deepEqual([code, stdout, stderr], [0, `${manifest.version}\n`, ''])
  })

  it('calls a server', async () => {
    const args = ['--organization', api.organization, '--json']
    const made = await run(['space', 'create', '--title', 'Packed', ...args])
    assert.equal(made.code, 0, made.stderr)
    const { code, stdout, stderr } = await run(['space', 'list', ...args])
    assert.deepEqual([code, stderr], [0, ''])
    const titles = JSON.parse(stdout).map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['Packed'])
  })

  it('brings the licences of everything in it, and depends on nothing', async () => {
    const installed = path.join(folder, 'node_modules/@lectern/cli')
    const licences = await readFile(
      path.join(installed, 'THIRD-PARTY-LICENSES.txt'),
      'utf8',
    )
    for (const name of ['tar-stream', 'streamx', 'typebox']) {
      assert.match(licences, new RegExp(`^${name}$`, 'm'))
    }
    const packed = JSON.parse(
      await readFile(path.join(installed, 'package.json'), 'utf8'),
    )
    assert.equal(packed.dependencies, undefined)
  })
})
