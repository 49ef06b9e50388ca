import assert from 'node:assert/strict'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { runLectern } from './run-lectern.ts'
import { startTestServer, type TestServer } from './test-server.ts'

describe('lectern content pull', () => {
  let server: TestServer
  let scratch: string
  let space: string
  before(async () => {
    server = await startTestServer()
    await server.startWorker()
    scratch = await mkdtemp(path.join(tmpdir(), 'lectern-pulling-'))
    await mkdir(path.join(scratch, 'temporary'))
    space = await newSpace()
    await write('docs', {
      'README.md': '---\nicon: leaf\n---\n\n# Welcome\r\n\r\n[s](guides/start.md)\r\n',
      'guides/start.md': '# Start\n\n![d](../.gitbook/assets/d.svg)\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n* [Start](guides/start.md)\n',
      '.gitbook/assets/d.svg': '<svg/>',
      '.gitbook/vars.yaml': 'name: W\n',
    })
    await push('docs', space)
  })
  after(async () => {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  })

  const settings = (name: 'read' | 'outsider' | 'admin' = 'read') => ({
    LECTERN_URL: server.url,
    LECTERN_TOKEN: server.tokens[name],
    TMPDIR: path.join(scratch, 'temporary'),
  })
  const at = (name: string) => path.join(scratch, name)

  async function newSpace(): Promise<string> {
    const made = await server
      .as('admin')
      .post(`/orgs/${server.organization}/spaces`, { title: 'Pulled', empty: true })
    return made.body.id
  }
  async function write(name: string, files: Readonly<Record<string, string>>) {
    for (const [file, text] of Object.entries(files)) {
      const place = path.join(at(name), file)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, text)
    }
  }
  async function push(name: string, into: string) {
    const words = ['content', 'push', at(name), '--space', into]
    const { code, stderr } = await runLectern(words, settings('admin'))
    assert.equal(code, 0, stderr)
  }
  async function pull(name: string, ...more: readonly string[]) {
    return runLectern(['content', 'pull', space, at(name), ...more], settings())
  }
  async function textsIn(name: string): Promise<Record<string, string>> {
    const found = await readdir(at(name), { recursive: true, withFileTypes: true })
    const files = found.filter((each) => each.isFile())
    const texts = files.map(async ({ parentPath, name: file }) => {
      const place = path.join(parentPath, file)
      return [path.relative(at(name), place), await readFile(place, 'utf8')] as const
    })
    return Object.fromEntries(await Promise.all(texts))
  }

  it('writes the files that were pushed, byte for byte, and sums up', async () => {
    const { code, stdout, stderr } = await pull('one')
    assert.equal(code, 0, stderr)
    assert.deepEqual(await textsIn('one'), await textsIn('docs'))
    assert.match(stdout, /Pulled .*Pulled.* into .*one\./)
    assert.match(stdout, /Markdown {2}3 files/)
    assert.match(stderr, /Downloaded \d/)
    assert.deepEqual(await readdir(at('temporary')), [])
  })

  it('gives a folder from which a push makes the same content', async () => {
    assert.equal((await pull('two')).code, 0)
    const copy = await newSpace()
    await push('two', copy)
    const words = ['content', 'pull', copy, at('three'), '--json']
    const { code, stdout } = await runLectern(words, settings())
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout).files, 5)
    assert.deepEqual(await textsIn('three'), await textsIn('docs'))
  })

  it('gives back the Markdown files that the summary does not list, which are no pages', async () => {
    const summary = '# Table of contents\n\n* [Welcome](README.md)\n'
    await write('partly', {
      'README.md': '# Welcome\n\n[draft](notes/draft.md)\n',
      'SUMMARY.md': summary,
      'notes/draft.md': '---\nicon: leaf\n---\n\n# Draft\r\n',
    })
    const partly = await newSpace()
    await push('partly', partly)
    const { body } = await server.as('read').get(`/spaces/${partly}/content`)
    const [page, ...pages] = body.pages
    const [file, ...files] = body.files
    assert.deepEqual(
      [page.title, pages, file.name, files],
      ['Welcome', [], 'draft.md', []],
    )
    const words = ['content', 'pull', partly, at('partly-again')]
    assert.equal((await runLectern(words, settings())).code, 0)
    assert.deepEqual(await textsIn('partly-again'), await textsIn('partly'))
    await push('partly-again', partly)
    const again = await server.as('read').get(`/spaces/${partly}/content`)
    assert.equal(again.body.id, body.id, 'it is the same revision')
  })

  it('refuses a folder that has something in it, unless it is forced', async () => {
    await write('full', { 'mine.txt': 'mine', 'README.md': 'old' })
    const refused = await pull('full', '--json')
    assert.equal(refused.code, 1)
    assert.equal(JSON.parse(refused.stdout).error.reason, 'folder_not_empty')
    assert.equal((await textsIn('full'))['README.md'], 'old')
    assert.equal((await pull('full', '--force')).code, 0)
    const texts = await textsIn('full')
    assert.equal(texts['mine.txt'], 'mine')
    assert.match(texts['README.md'] ?? '', /# Welcome/)
  })

  it('follows no link out of the folder', async () => {
    await write('outside', { 'README.md': 'theirs', 'start.md': 'theirs' })
    await mkdir(at('linked'))
    await symlink(at('outside'), path.join(at('linked'), 'guides'))
    await symlink(at('outside/README.md'), path.join(at('linked'), 'README.md'))
    const { code, stdout } = await pull('linked', '--force', '--json')
    assert.equal(code, 1)
    assert.equal(JSON.parse(stdout).error.reason, 'folder_leads_out')
    assert.deepEqual(await textsIn('outside'), {
      'README.md': 'theirs',
      'start.md': 'theirs',
    })
  })

  it('says what is wrong with a space that cannot be seen, and with its own words', async () => {
    const words = ['content', 'pull', space, at('none'), '--json']
    const hidden = await runLectern(words, settings('outsider'))
    assert.equal(hidden.code, 1)
    assert.equal(JSON.parse(hidden.stdout).error.reason, 'not_found')
    const missing = await runLectern(['content', 'pull'], settings())
    assert.equal(missing.code, 2)
    assert.match(missing.stderr, /The space is missing/)
    const extra = await runLectern(['content', 'pull', space, 'a', 'b'], settings())
    assert.match(extra.stderr, /"b" is not expected here/)
    const help = await runLectern(['content', 'pull', '--help'])
    assert.match(help.stdout, /content pull <space> \[folder\] \[--force\]/)
  })
})
