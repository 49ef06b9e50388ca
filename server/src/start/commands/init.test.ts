import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parseEnv } from 'node:util'

import { readConfig } from '#/platform/config/config.ts'
import { runCommand } from '#test/commands/test-command.ts'

describe('lectern-server init', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'))
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  async function written(name: string, ...more: string[]) {
    const file = path.join(folder, name)
    const { code, stdout, stderr } = await runCommand(
      ['init', '--file', file, ...more],
      {},
    )
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(stdout.includes(file))
    assert.equal((await stat(file)).mode % 0o1000, 0o600)
    return parseEnv(await readFile(file, 'utf8'))
  }

  it('writes settings with which a server starts, for its owner alone', async () => {
    const url = 'postgres://lectern:password@127.0.0.1:5432/lectern'
    const settings = await written('one.env', '--database-url', url)
    const config = readConfig(settings)
    assert.equal(config.LECTERN_ENV, 'production')
    assert.equal(config.DATABASE_URL, url)
    assert.equal(config.SITES_URL, 'http://127.0.0.1:3001')
    assert.equal(settings['POSTGRES_PASSWORD'], undefined)
  })

  it('writes every setting that Compose asks for, with other secrets each time', async () => {
    const [one, other] = [await written('two.env'), await written('three.env')]
    const compose = await readFile(
      path.join(import.meta.dirname, '../../../../deploy/compose.yaml'),
      'utf8',
    )
    const asked = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
    assert.ok(asked.length >= 3)
    for (const name of [...asked, 'SECRET_KEYS']) assert.ok(one[name], name)
    for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEYS', 'RENDERER_SECRET']) {
      assert.notEqual(one[name], other[name])
      assert.ok((one[name] ?? '').length >= 32)
    }
    assert.match(one['POSTGRES_PASSWORD'] ?? '', /^[0-9a-f]+$/)
  })

  it('gives files and sites public host names of their own when the api has one', async () => {
    const url = 'postgres://lectern:password@127.0.0.1:5432/lectern'
    const at = ['--database-url', url, '--public-url', 'https://docs-api.example.com']
    const settings = await written('public.env', ...at)
    assert.equal(settings['FILES_URL'], 'https://files-docs-api.example.com/~files')
    assert.equal(settings['PUBLISH_HOST'], 'sites-docs-api.example.com')
    assert.equal(readConfig(settings).PUBLIC_URL, 'https://docs-api.example.com')
    const text = await readFile(path.join(folder, 'public.env'), 'utf8')
    assert.match(text, /^# FILES_URL and PUBLISH_HOST are made from PUBLIC_URL/m)
    const said = [
      '--files-url',
      'https://f.example/~files',
      '--publish-host',
      's.example',
    ]
    const other = await written('said.env', ...at, ...said)
    assert.equal(other['FILES_URL'], 'https://f.example/~files')
    assert.equal(other['PUBLISH_HOST'], 's.example')
    assert.doesNotMatch(
      await readFile(path.join(folder, 'said.env'), 'utf8'),
      /made from/,
    )
  })

  it('refuses an address of the api that is none, or from which none follows', async () => {
    for (const [address, why] of [
      ['docs-api.example.com', /no address of the api/],
      ['https://192.0.2.7', /--files-url and --publish-host/],
    ] as const) {
      const file = path.join(folder, 'none.env')
      const asked = ['init', '--file', file, '--public-url', address]
      const { code, stderr } = await runCommand(asked, {})
      assert.equal(code, 1)
      assert.match(stderr, why)
    }
  })

  it('never replaces a file', async () => {
    const file = path.join(folder, 'kept.env')
    await written('kept.env')
    const kept = await readFile(file, 'utf8')
    const { code, stderr } = await runCommand(['init', '--file', file], {})
    assert.equal(code, 1)
    assert.match(stderr, /is there already and stays as it is/)
    assert.equal(await readFile(file, 'utf8'), kept)
  })
})
