import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { runLectern } from './run-lectern.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const base = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': { get: { responses: { 200: { description: 'All' } } } },
    '/pets/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'One' } },
      },
    },
  },
}

async function diff(...args: readonly string[]) {
  return runLectern(['openapi', 'diff', ...args], {})
}

describe('lectern openapi diff', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-openapi-'))
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  async function file(name: string, content: unknown): Promise<string> {
    const place = path.join(folder, name)
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await writeFile(place, text)
    return place
  }
  it('names what breaks callers with its reason, and ends as it is asked to', async () => {
    const { '/pets': pets } = base.paths
    const was = await file('was.json', base)
    const now = await file('now.json', { ...base, paths: { '/pets': pets } })
    const told = await diff(was, now)
    assert.equal(told.code, 0, told.stderr)
    assert.match(told.stdout, /breaking\S* {2}GET \/pets\/\{id\}/)
    assert.match(told.stdout, /1 change, 1 of them breaking\.\n$/)
    const failed = await diff(was, now, '--fail-on', 'breaking', '--json')
    assert.equal(failed.code, 3)
    assert.equal(JSON.parse(failed.stdout).error.reason, 'changes_found')
    assert.match(failed.stderr, /GET \/pets\/\{id\}/)
  })

  it('lets pass what only adds, unless every change counts', async () => {
    const was = await file('less.json', {
      ...base,
      paths: { '/pets': base.paths['/pets'] },
    })
    const now = await file('more.json', base)
    assert.equal((await diff(was, now, '--fail-on', 'breaking')).code, 0)
    assert.equal((await diff(was, now, '--fail-on', 'any')).code, 3)
    const same = await diff(now, now, '--fail-on', 'any')
    assert.deepEqual([same.code, same.stdout], [0, '0 changes, 0 of them breaking.\n'])
  })

  it('reads YAML, and says of every file that it cannot read why', async () => {
    const yaml = 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\n'
    const was = await file('was.yaml', yaml)
    assert.equal((await diff(was, was)).code, 0)
    const bad = {
      'missing.json': undefined,
      'broken.yaml': 'openapi: [',
      'list.json': '[]',
      'old.json': { swagger: '2.0' },
      'proto.json': '{"__proto__": {"openapi": "3.1.0"}}',
    }
    for (const [name, content] of Object.entries(bad)) {
      const place =
        content === undefined ? path.join(folder, name) : await file(name, content)
      const refused = await diff(was, place)
      assert.deepEqual([refused.code, refused.stdout], [1, ''], name)
      assert.ok(refused.stderr.includes(name), refused.stderr)
    }
    assert.equal((await diff(was)).code, 2)
  })
})

describe('lectern openapi publish', () => {
  let server: TestServer
  let folder: string
  before(async () => {
    server = await startTestServer()
    await server.startWorker()
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-openapi-'))
  })
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (args: readonly string[]) =>
    runLectern(args, {
      LECTERN_URL: server.url,
      LECTERN_TOKEN: server.tokens.admin,
      LECTERN_ORGANIZATION: server.organization,
    })

  it('waits until a file is read, and tells why one is not', async () => {
    const place = path.join(folder, 'pets.json')
    await writeFile(place, JSON.stringify(base))
    const args = ['openapi', 'publish', place, '--spec', 'pets']
    const told = await run(args)
    assert.equal(told.code, 0, told.stderr)
    assert.match(told.stdout, /^pets is published, version \S+\.\n$/)
    const again = await run([...args, '--json'])
    assert.equal(JSON.parse(again.stdout).slug, 'pets')
    await writeFile(place, 'openapi: 3.1.0\npaths: [')
    const refused = await run(args)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(
      refused.stderr,
      /not published \(PARSE_ERROR\)\.[^]*Line \d+, column \d+/,
    )
    const missing = await run(['openapi', 'publish', 'no.json', '--spec', 'pets'])
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /no\.json cannot be read/)
  })

  it('leaves versions, whose changes are told', async () => {
    const place = path.join(folder, 'versions.json')
    const { '/pets': pets } = base.paths
    const changes = ['openapi', 'changes', 'versions']
    const publish = async (document: object) => {
      await writeFile(place, JSON.stringify(document))
      const told = await run([
        'openapi',
        'publish',
        place,
        '--spec',
        'versions',
        '--json',
      ])
      return JSON.parse(told.stdout).lastVersion
    }
    const first = await publish(base)
    const alone = await run(changes)
    assert.deepEqual([alone.code, alone.stdout], [1, ''])
    assert.match(alone.stderr, /no version before/)
    const second = await publish({ ...base, paths: { '/pets': pets } })
    const third = await publish({ ...base, paths: { '/pets': pets, '/vets': pets } })

    const newest = await run(changes)
    assert.equal(newest.code, 0, newest.stderr)
    assert.match(newest.stdout, /harmless {2}GET \/vets[^]*1 change, 0 of them breaking/)
    const earlier = await run([...changes, '--to', second])
    assert.match(earlier.stdout, /breaking\S* {2}GET \/pets\/\{id\}[^]*1 change, 1 of/)
    const all = await run([...changes, '--from', first, '--json'])
    const { from, to, items } = JSON.parse(all.stdout)
    assert.deepEqual([from, to, items.length], [first, third, 2])
    const breaking = await run([...changes, '--from', first, '--breaking', '--open'])
    assert.match(breaking.stdout, /1 change, 1 of them breaking\.\nhttp\S+\/changes\//)
    assert.equal((await run([...changes, '--from', 'nothing'])).code, 1)
    assert.equal((await run([...changes, '--to', 'nothing'])).code, 1)
    assert.equal((await run(['openapi', 'changes', 'nothing'])).code, 1)
  })

  it('keeps overlays, and says what came of them', async () => {
    const place = path.join(folder, 'laid-over.json')
    const overlay = path.join(folder, 'overlay.json')
    await writeFile(place, JSON.stringify(base))
    await run(['openapi', 'publish', place, '--spec', 'laid-over'])
    const actions = [
      { target: "$.paths['/pets']", remove: true },
      { target: "$.paths['/gone']", remove: true },
    ]
    const info = { title: 'Hide', version: '1' }
    await writeFile(overlay, JSON.stringify({ overlay: '1.0.0', info, actions }))
    const of = ['--spec', 'laid-over']
    const put = ['openapi', 'overlay', 'put', overlay, ...of]
    const told = await run([...put, '--name', '10-hide'])
    assert.equal(told.code, 0, told.stderr)
    assert.match(
      told.stdout,
      /^10-hide is an overlay of laid-over\.\nunused {2}\/actions\/1: /,
    )
    const listed = await run(['openapi', 'overlay', 'list', ...of])
    assert.match(listed.stdout, /^ *10-hide +applied, with 1 problems\n$/)

    await writeFile(overlay, '{"overlay":"1.0.0"}')
    const refused = await run([...put, '--name', '20-bad'])
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.equal((await run(put)).code, 2)
    const gone = await run(['openapi', 'overlay', 'delete', '10-hide', ...of])
    assert.equal(gone.code, 0, gone.stderr)
    const empty = await run(['openapi', 'overlay', 'list', ...of, '--json'])
    assert.deepEqual(JSON.parse(empty.stdout), [])
    const alone = await run(['openapi', 'overlay'])
    assert.equal(alone.code, 2)
    assert.match(alone.stderr, /openapi overlay/)
  })
})
