import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { pack } from 'tar-stream'

import { newId } from '#/platform/ids/new-id.ts'
import { storedFilesOf } from '#test/files/stored-files.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { runImport } from './import-jobs.ts'

type Files = Readonly<Record<string, string>>

async function archiveOf(files: Files): Promise<Buffer> {
  const tar = pack()
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

const manual: Files = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](guides/install.md)\n  * [On Linux](guides/linux.md)\n',
  'README.md': '# Welcome\n\nStart with [installing](guides/install.md).\n',
  'guides/install.md':
    '---\ndescription: How to install it.\n---\n\n# Install\n\n![Picture](../.gitbook/assets/dot.svg)\n\nOn [Linux](linux.md#packages)?\n',
  'guides/linux.md':
    '# On Linux\r\n\r\n## Packages\r\n\r\nBack to [start](../README.md).\r\n',
  '.gitbook/assets/dot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  '.gitbook/vars.yaml': 'version: "2.1"\n',
}

describe('imports', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    const created = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Manual' })
    space = created.body.id
  })
  after(async () => api.stop())

  const imports = () => `/org/${api.organization}/imports`

  async function upload(name: string, bytes: Buffer): Promise<string> {
    const asked = await api.as('edit').post(`/orgs/${api.organization}/storage/upload`, {
      file: { name, type: 'application/gzip', size: bytes.length },
      kind: 'import_file',
    })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
    const url = new URL(asked.body.url)
    const sent = await fetch(`${api.url}${url.pathname}${url.search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: Uint8Array.from(bytes),
    })
    assert.ok(sent.ok, await sent.text())
    return asked.body.key
  }

  async function start(key: string, target: object = { space, mode: 'mirror' }) {
    return api
      .as('edit')
      .post(imports(), { source: { type: 'file', files: [key] }, target })
  }

  /** Runs the job as a worker would. */
  async function run(id: string) {
    await runImport.run(
      { organizationId: api.organization, importRunId: id },
      api.services,
    )
    return (await api.as('edit').get(`${imports()}/${id}`)).body
  }

  async function importFiles(files: Files, target?: object) {
    const key = await upload('manual.tar.gz', await archiveOf(files))
    const { body } = await start(key, target)
    return run(body.id)
  }

  const textOf = async (title: string): Promise<string> => {
    const [row] = await api.rows(
      `select v.head, d.markdown from entry_version v
       join document d on d.organization_id = v.organization_id
         and d.space_id = v.space_id and d.id = v.document_id
       where v.space_id = $1 and v.title = $2 and v.to_number is null`,
      [space, title],
    )
    return `${row.head}${row.markdown}`
  }
  const entries = async () =>
    api.rows(
      `select entry_id, kind, title, from_number, links, targets from entry_version
       where space_id = $1 and to_number is null order by entry_id`,
      [space],
    )

  it('read an archive into one revision, byte for byte', async () => {
    const key = await upload('manual.tar.gz', await archiveOf(manual))
    const started = await start(key)
    assert.equal(started.status, 201)
    assert.equal(started.body.status, 'pending')
    assert.equal(started.headers.get('location'), started.body.urls.location)
    const done = await run(started.body.id)
    assert.equal(done.status, 'completed', JSON.stringify(done))
    assert.equal(done.result.pages.created, 3)
    assert.equal(done.result.groups.created, 1)
    assert.equal(done.result.pages.removed, 1, 'the page that every space begins with')
    assert.equal(done.result.files.created, 1)
    assert.deepEqual(done.problems, [])
    assert.equal(done.progress.done, done.progress.total)
    for (const [title, path] of [
      ['Welcome', 'README.md'],
      ['Install', 'guides/install.md'],
      ['On Linux', 'guides/linux.md'],
    ] as const) {
      assert.equal(await textOf(title), manual[path])
    }
    const revisions = await api.rows(
      'select number from revision where space_id = $1 order by number',
      [space],
    )
    assert.deepEqual(revisions, [{ number: 1 }, { number: 2 }])
  })

  it('resolve links by the files they name', async () => {
    const rows = await entries()
    const idOf = (title: string) => rows.find((row) => row.title === title)?.entry_id
    const welcome = rows.find(({ title }) => title === 'Welcome')
    assert.deepEqual(welcome.targets, [idOf('Install')])
    const install = rows.find(({ title }) => title === 'Install')
    assert.deepEqual(
      new Set(install.targets),
      new Set([idOf('dot.svg'), idOf('On Linux')]),
    )
    assert.ok(
      install.links.every(({ status }: { status: string }) => status === 'ok'),
      JSON.stringify(install.links),
    )
  })

  it('write nothing when nothing changed', async () => {
    const { result } = await importFiles(manual)
    assert.equal(result.pages.unchanged, 3)
    assert.equal(result.groups.unchanged, 1)
    assert.equal(result.files.unchanged, 1)
    const [{ head_number: number, head_revision_id: head }] = await api.rows(
      'select head_number, head_revision_id from branch where space_id = $1',
      [space],
    )
    assert.equal(number, 2)
    assert.equal(result.revision, head)
  })

  it('write only the page that changed, and keep its id', async () => {
    const old = await entries()
    const linux = `${manual['guides/linux.md'] ?? ''}More.\r\n`
    const { result } = await importFiles({ ...manual, 'guides/linux.md': linux })
    assert.deepEqual(result.pages, { created: 0, updated: 1, removed: 0, unchanged: 2 })
    const now = await entries()
    assert.deepEqual(
      now.map(({ entry_id: id }) => id),
      old.map(({ entry_id: id }) => id),
    )
    assert.equal(now.filter(({ from_number: number }) => number === 3).length, 1)
    assert.equal(await textOf('On Linux'), linux)
  })

  it('put pages beside those that are there when told to add', async () => {
    const old = await entries()
    const { result } = await importFiles(
      { 'README.md': '# Welcome\n\nStart anew.\n', 'notes.md': '# Notes\n' },
      { space, mode: 'add' },
    )
    assert.equal(result.pages.removed, 0)
    const now = await entries()
    assert.ok(now.length >= old.length + 1)
    assert.ok(now.some(({ title }) => title === 'Notes'))
  })

  it('say what is wrong with an upload, and change nothing', async () => {
    const old = await entries()
    for (const [name, bytes, words] of [
      ['photo.png', Buffer.from('x'), /neither a Markdown file/],
      ['broken.tar.gz', Buffer.from('not gzip'), /no gzip file/],
      ['empty.tar.gz', await archiveOf({ 'a.txt': 'text' }), /no page/],
    ] as const) {
      const { body } = await start(await upload(name, bytes))
      const failed = await run(body.id)
      assert.equal(failed.status, 'failed')
      assert.match(failed.failure, words)
    }
    assert.deepEqual(await entries(), old)
  })

  it('can be cancelled before they have written', async () => {
    const old = await entries()
    const { body } = await start(await upload('m.tar.gz', await archiveOf(manual)))
    const cancelled = await api.as('edit').post(`${imports()}/${body.id}/cancel`)
    assert.equal(cancelled.status, 201)
    assert.equal(cancelled.body.status, 'cancelled')
    assert.equal((await run(body.id)).status, 'cancelled')
    assert.deepEqual(await entries(), old)
    const again = await api.as('edit').post(`${imports()}/${body.id}/cancel`)
    assert.equal(again.body.status, 'cancelled')
  })

  it('use an upload once', async () => {
    const key = await upload('m.tar.gz', await archiveOf(manual))
    assert.equal((await start(key)).status, 201)
    assert.notEqual((await start(key)).status, 201)
  })

  it('are refused to those who may not edit, and for a locked space', async () => {
    const key = await upload('m.tar.gz', await archiveOf(manual))
    const body = { source: { type: 'file', files: [key] }, target: { space } }
    assert.equal((await api.as('read').post(imports(), body)).status, 403)
    await api.as('admin').patch(`/spaces/${space}`, { editMode: 'locked' })
    const locked = await start(key)
    assert.equal(locked.status, 409)
    assert.equal(locked.body.error.reason, 'space_locked')
    await api.as('admin').patch(`/spaces/${space}`, { editMode: 'live' })
    assert.equal((await start(key, { space: newId() })).status, 404)
  })

  it('are listed newest first, under both paths, for those who see the space', async () => {
    const all = await api.as('read').get(`${imports()}?limit=3`)
    assert.equal(all.status, 200)
    const ids = all.body.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, ids.toSorted().toReversed())
    const next = await api
      .as('read')
      .get(`${imports()}?limit=3&page=${all.body.next.page}`)
    assert.ok(next.body.items[0].id < ids[2])
    const failed = await api.as('read').get(`${imports()}?status=failed&space=${space}`)
    assert.equal(failed.body.count, 3)
    const alias = await api.as('read').get(`/orgs/${api.organization}/imports?limit=3`)
    assert.deepEqual(alias.body.items, all.body.items)
    await api.as('admin').patch(`/spaces/${space}`, { defaultLevel: null })
    assert.equal((await api.as('read').get(imports())).body.count, 0)
    assert.equal((await api.as('read').get(`${imports()}/${ids[0]}`)).status, 404)
    await api.as('admin').patch(`/spaces/${space}`, { defaultLevel: 'inherit' })
  })

  it('are active until they have ended', async () => {
    const { body } = await start(await upload('m.tar.gz', await archiveOf(manual)))
    const isActive = async () => {
      const active = await api.as('read').get(`${imports()}?status=active&space=${space}`)
      return active.body.items.some(({ id }: { id: string }) => id === body.id)
    }
    assert.equal(await isActive(), true)
    assert.equal((await run(body.id)).status, 'completed')
    assert.equal(await isActive(), false)
  })

  it('take comments along to where their blocks are', async () => {
    const created = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Discussed' })
    const target = { space: created.body.id, mode: 'mirror' }
    const text =
      '# Notes\n\nThe first thing to know.\n\nThe second thing to know about it.\n'
    await importFiles({ 'README.md': text }, target)
    const pages = await api.as('edit').get(`/spaces/${target.space}/content/pages`)
    const pageId = pages.body.pages[0].id
    const shown = await api
      .as('edit')
      .get(`/spaces/${target.space}/content/page/${pageId}`)
    const comments = `/spaces/${target.space}/comments`
    const keys: string[] = shown.body.document.nodes.map(
      ({ key }: { key: string }) => key,
    )
    const posted = await Promise.all(
      keys.map(async (node) =>
        api.as('comment').post(comments, { body: {}, page: pageId, node }),
      ),
    )
    const after_ = text.replace('The first thing to know.\n\n', '').replace('about', 'of')
    await importFiles({ 'README.md': after_ }, target)
    const now = await api.as('edit').get(`/spaces/${target.space}/content/page/${pageId}`)
    const [gone, kept] = await Promise.all(
      posted.map(async ({ body }) => api.as('read').get(`${comments}/${body.id}`)),
    )
    assert.equal(gone?.body.orphaned, true)
    assert.equal(kept?.body.target.node.id, now.body.document.nodes[0].key)
    assert.equal(kept?.body.orphaned, undefined)
  })

  it('take a text with NUL characters and say what became of them', async () => {
    const files = { 'README.md': '# Nothing\n\nA\0B\n' }
    const done = await importFiles(files, { space, mode: 'add' })
    assert.equal(done.status, 'completed', JSON.stringify(done))
    assert.deepEqual(done.problems, [
      {
        path: 'README.md',
        message: 'NUL characters, which no text can hold, are replaced by U+FFFD',
      },
    ])
    assert.equal(await textOf('Nothing'), '# Nothing\n\nA\uFFFDB\n')
  })

  it('say which conditions nobody can meet, in which line of which file', async () => {
    const nobody = 'The page is shown to nobody until this is mended.'
    const files = {
      'README.md': '---\ndescription: a: b\nif: visitor.claims.beta\n---\n\n# Closed\n',
      'text.md':
        '---\nicon: key\n---\n\n# Text\n\nOpen\n\n{% if visitor.claims.plan = 3 %}\nB\n{% endif %}\n\n{% if visitor.claims.beta %}\nC\n',
    }
    const { body: own } = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Conditions' })
    const done = await importFiles(files, { space: own.id, mode: 'mirror' })
    assert.equal(done.status, 'completed', JSON.stringify(done))
    assert.deepEqual(done.problems, [
      {
        path: 'text.md',
        message:
          "Line 9: The condition of {% if %} cannot be read: '=' has no meaning here, at character 21. What is inside is shown to nobody until this is mended.",
      },
      {
        path: 'text.md',
        message:
          'Line 13: {% if %} has no expression, or no {% endif %} beside it. What follows, up to {% endif %} if there is one, is shown to nobody until this is mended.',
      },
      {
        path: 'README.md',
        message: `Line 2: the front matter cannot be read: a value with a colon in it needs quotes. Line 3 has a condition. ${nobody}`,
      },
    ])
    const [closed] = await api.rows(
      `select attributes ->> 'condition' as condition from entry_version
       where space_id = $1 and title = 'Closed'`,
      [own.id],
    )
    assert.equal(closed.condition, 'false')
  })

  it('leave no file in storage when they fail', async () => {
    const { body: locked } = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Soon locked' })
    const assets = Array.from({ length: 20 }, (_, nth) => [
      `.gitbook/assets/${nth}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${nth + 1}" height="1"/>`,
    ])
    const files = { 'README.md': '# Home\n', ...Object.fromEntries(assets) }
    const key = await upload('manual.tar.gz', await archiveOf(files))
    const { body } = await start(key, { space: locked.id })
    await api.rows(`update space set edit_mode = 'locked' where id = $1`, [locked.id])
    const failed = await run(body.id)
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure, /locked meanwhile/)
    assert.ok(failed.progress.total > 20)
    assert.deepEqual(await storedFilesOf(api, locked.id), [])
    const pending = await api.rows('select key from pending_file where space_id = $1', [
      locked.id,
    ])
    assert.deepEqual(pending, [])
  })
})
