import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { runLectern } from './run-lectern.ts'
import { type Ended, runOnTerminal, startLectern } from './start-lectern.ts'
import { startTestServer, type TestServer } from './test-server.ts'

describe('lectern content push', () => {
  let server: TestServer
  let scratch: string
  let folder: string
  let space: string
  before(async () => {
    server = await startTestServer()
    scratch = await mkdtemp(path.join(tmpdir(), 'lectern-pushing-'))
    folder = path.join(scratch, 'docs')
    await mkdir(path.join(scratch, 'temporary'))
  })
  after(async () => {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const asked = { title: 'Pushed', empty: true }
    const made = await server
      .as('admin')
      .post(`/orgs/${server.organization}/spaces`, asked)
    space = made.body.id
    await rm(folder, { recursive: true, force: true })
  })

  const settings = (name: 'admin' | 'read' | 'outsider' = 'admin') => ({
    LECTERN_URL: server.url,
    LECTERN_TOKEN: server.tokens[name],
    TMPDIR: path.join(scratch, 'temporary'),
  })
  const words = (...more: readonly string[]) =>
    ['content', 'push', folder, '--space', space].concat(more)

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const place = path.join(folder, name)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, text)
    }
  }

  async function push(...more: readonly string[]): Promise<Ended> {
    const ended = await runLectern(words(...more), settings())
    assert.equal(ended.code, 0, ended.stderr)
    return ended
  }

  async function runs() {
    const { body } = await server
      .as('admin')
      .get(`/orgs/${server.organization}/imports?space=${space}`)
    return body.items
  }

  async function firstRun() {
    for (;;) {
      const found = await runs()
      if (found.length > 0) return found
      await wait(50)
    }
  }

  const small = { 'README.md': '# Welcome\n', 'guides/start.md': '# Start\n\nHere.\n' }

  it('notices when somebody else cancels the import', async () => {
    await write(small)
    const { ended } = startLectern(words('--json'), settings())
    const [run] = await firstRun()
    const place = `/orgs/${server.organization}/imports/${run.id}`
    await server.as('admin').post(`${place}/cancel`)
    const { code, stdout } = await ended
    assert.equal(code, 1)
    assert.equal(JSON.parse(stdout).error.reason, 'import_cancelled')
  })

  it('cancels the import when interrupted, and leaves nothing behind', async () => {
    await write(small)
    const { ended, interrupt } = startLectern(words('--json'), settings())
    await firstRun()
    interrupt()
    const { code, stdout, stderr } = await ended
    assert.equal(code, 1)
    assert.match(stderr, /Interrupted\. The import \w+ is cancelled/)
    assert.equal(JSON.parse(stdout).error.run.status, 'cancelled')
    assert.deepEqual(
      (await runs()).map(({ status }: { status: string }) => status),
      ['cancelled'],
    )
    assert.deepEqual(await readdir(path.join(scratch, 'temporary')), [])
    await server.startWorker()
  })

  it('fills a space, says each step, and sums up', async () => {
    await write({
      ...small,
      '.gitbook/assets/map.png': 'bytes',
      '.gitbook/includes/note.md': 'Mind the gap.\n',
      '.env': 'SECRET=1',
    })
    const { stdout, stderr } = await push()
    assert.match(stderr, /^Left out: \.env \(hidden file\)$/m)
    assert.match(stderr, /^Packed 4 files into \d+ bytes$/m)
    assert.match(stderr, /^Uploaded \d+ bytes$/m)
    assert.ok(!(stderr + stdout).includes('\u001B'))
    const { body: found } = await server.as('admin').get(`/spaces/${space}`)
    assert.match(stdout, new RegExp(`^Pushed to Pushed \\(${space}\\)\\.$`, 'm'))
    assert.match(stdout, /^ {2}Pages +2 created$/m)
    assert.match(stdout, /^ {2}Groups +1 created$/m)
    assert.match(stdout, /^ {2}Files +1 created$/m)
    assert.match(stdout, /^ {2}Reusable contents +1 created$/m)
    assert.match(stdout, new RegExp(`^ {2}Revision +${found.revision}$`, 'm'))
    assert.match(stdout, /^ {2}Took +\d+\.\d s$/m)
    assert.ok(!stdout.includes(found.urls.app), stdout)
    assert.deepEqual(await readdir(path.join(scratch, 'temporary')), [])
  })

  it('makes the space what the folder is, push after push, as one revision each', async () => {
    await write({ ...small, 'gone.md': '# Gone\n', 'same.md': '# Same\n' })
    await push()
    await rm(path.join(folder, 'gone.md'))
    await write({ 'new.md': '# New\n', 'guides/start.md': '# Start\n\nThere.\n' })
    const changed = JSON.parse((await push('--json')).stdout).run
    const { created, updated, removed } = changed.result.pages
    assert.deepEqual(
      { created, updated, removed },
      { created: 1, updated: 1, removed: 1 },
    )

    const again = await push()
    assert.match(again.stdout, /^Nothing to change in Pushed/)
    assert.match(again.stdout, /^ {2}Pages +\d+ unchanged$/m)
    assert.match(again.stdout, new RegExp(changed.result.revision))
  })

  it('only adds with --mode add', async () => {
    await write(small)
    await push()
    await rm(folder, { recursive: true })
    await write({ 'more.md': '# More\n' })
    const { run } = JSON.parse((await push('--mode', 'add', '--json')).stdout)
    assert.equal(run.result.pages.removed, 0)
    assert.equal(run.result.pages.created, 1)
  })

  it('keeps the one folder that a folder holds', async () => {
    await write({ 'guides/start.md': '# Start\n', 'guides/next.md': '# Next\n' })
    await push()
    await write({ 'README.md': '# Welcome\n' })
    const { run } = JSON.parse((await push('--json')).stdout)
    assert.deepEqual([run.result.pages.removed, run.result.pages.created], [0, 1])
  })

  it('shows what a person should look at, with paths', async () => {
    await write({ ...small, 'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n' })
    const { stdout } = await push()
    assert.match(
      stdout,
      /^One thing to look at:\n {2}guides\/start\.md: Not in the summary/m,
    )
  })

  it('says why an import failed, and that the space is as it was', async () => {
    await write({ ...small, 'huge.md': 'word '.repeat(300_000) })
    const { code, stdout, stderr } = await runLectern(words('--json'), settings())
    assert.equal(code, 1)
    assert.match(stderr, /The import \w+ failed, and the space is as it was\. .*huge\.md/)
    const { error } = JSON.parse(stdout)
    assert.deepEqual([error.reason, error.run.status], ['import_failed', 'failed'])
  })

  it('answers programs with one JSON value, and tells them what was left out', async () => {
    await write({ ...small, 'node_modules/x.md': 'x' })
    const { stdout } = await push('--json')
    const answer = JSON.parse(stdout)
    assert.equal(answer.space.id, space)
    assert.equal(answer.files, 2)
    assert.deepEqual(answer.skipped, [{ path: 'node_modules', why: 'folder' }])
    assert.equal(answer.run.status, 'completed')
    assert.ok(answer.seconds > 0)
  })

  it('rewrites one line on a terminal, and honours NO_COLOR', async () => {
    await write(small)
    const coloured = await runOnTerminal(words(), settings())
    assert.equal(coloured.code, 0, coloured.stdout)
    const lines = coloured.stdout.split('\r\u001B[2K')
    for (const step of ['Packing … 50 %', 'Uploading … 100 %', 'Packed 2 files']) {
      assert.ok(
        lines.some((line) => line.startsWith(step)),
        `${step} in ${coloured.stdout}`,
      )
    }
    assert.ok(coloured.stdout.includes('\u001B[1mPushed\u001B[22m'))
    const plain = await runOnTerminal(words(), { ...settings(), NO_COLOR: '1' })
    assert.ok(!plain.stdout.includes('\u001B[1m'))
  })

  it('tells the storage size and type in advance, and tries again while it is busy', async () => {
    await write(small)
    server.storageIsBusy(1)
    server.uploads.length = 0
    const { stderr } = await push()
    assert.equal(server.uploads.length, 1)
    const [headers = {}] = server.uploads
    const bytes = /^Uploaded (\d+) bytes$/m.exec(stderr)?.[1]
    assert.equal(headers['content-length'], bytes)
    assert.equal(headers['content-type'], 'application/gzip')
    assert.equal(headers['transfer-encoding'], undefined)
    assert.equal(headers.authorization, undefined)
  })

  it('pushes nothing from a folder that is missing, a file, or without Markdown', async () => {
    await write({ 'notes.txt': 'x' })
    const cases: [string, RegExp][] = [
      [path.join(scratch, 'nowhere'), /There is no folder/],
      [path.join(folder, 'notes.txt'), /is a file, and a folder is pushed/],
      [folder, /no Markdown file in/],
    ]
    for (const [given, expected] of cases) {
      const args = ['content', 'push', given, '--space', space]
      const { code, stdout, stderr } = await runLectern(args, settings())
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, expected)
    }
    assert.deepEqual(await runs(), [])
  })

  it('passes on that the caller may not, or may not even see it', async () => {
    await write(small)
    const forbidden = await runLectern(words('--json'), settings('read'))
    assert.equal(forbidden.code, 1)
    assert.equal(JSON.parse(forbidden.stdout).error.reason, 'forbidden')
    assert.match(forbidden.stderr, /edit role/)
    const hidden = await runLectern(words('--json'), settings('outsider'))
    assert.equal(hidden.code, 1)
    assert.equal(JSON.parse(hidden.stdout).error.status, 404)
    await server.as('admin').delete(`/spaces/${space}`)
    const deleted = await runLectern(words(), settings())
    assert.equal(deleted.code, 1)
    assert.match(deleted.stderr, /in the trash.*restore/)
    await server.as('admin').post(`/spaces/${space}/restore`)
    assert.deepEqual(await runs(), [])
  })
})
