import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { exportArchive, packFiles, unpackFiles } from '#test/test-archives.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'

import { runImport } from './import-jobs.ts'

type Files = Readonly<Record<string, string>>

const manual: Files = {
  'README.md': '# Welcome\n\nStart with [installing](install.md).\n',
  'install.md': '# Install\n\nRun the installer.\n\nThen [sign in](sign-in.md).\n',
  'old.md': '# Old\n\nNobody reads this.\n',
}

describe('an import into a change request', () => {
  let api: TestApi
  let space: string
  let change: Awaited<ReturnType<typeof changeRequestIn>>
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Manual', empty: true })
    space = made.body.id
    await imported(manual, { space, mode: 'mirror' })
    change = await changeRequestIn(api, space, { subject: 'Rewrite' })
  })

  const imports = () => `/org/${api.organization}/imports`
  const into = () => ({ space, changeRequest: change.view.id, mode: 'mirror' })

  async function upload(files: Files): Promise<string> {
    const bytes = await packFiles(new Map(Object.entries(files)))
    const asked = await api.as('edit').post(`/orgs/${api.organization}/storage/upload`, {
      file: { name: 'content.tar.gz', type: 'application/gzip', size: bytes.length },
      kind: 'import_file',
    })
    const { pathname, search } = new URL(asked.body.url)
    const sent = await fetch(`${api.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: Uint8Array.from(bytes),
    })
    assert.ok(sent.ok, await sent.text())
    return asked.body.key
  }

  async function start(files: Files, target: object, as: 'edit' | 'read' = 'edit') {
    const source = { type: 'file', files: [await upload(files)] }
    return api.as(as).post(imports(), { source, target })
  }

  /** Runs the job as a worker would. */
  async function run(importRunId: string): Promise<TestBody> {
    await runImport.run({ organizationId: api.organization, importRunId }, api.services)
    return (await api.as('edit').get(`${imports()}/${importRunId}`)).body
  }

  async function imported(files: Files, target: object): Promise<TestBody> {
    const started = await start(files, target)
    assert.equal(started.status, 201, JSON.stringify(started.body))
    const done = await run(started.body.id)
    assert.equal(done.status, 'completed', JSON.stringify(done))
    return done
  }

  async function changes(): Promise<TestBody[]> {
    return (await api.as('read').get(`${change.path}/changes`)).body.changes
  }
  const said = async () =>
    (await changes()).map(({ type, page }) => `${type} ${page.title}`).toSorted()
  const ownVersions = async () =>
    api.rows(
      'select entry_id, is_gone from entry_version where branch_id = $1 and to_number is null',
      [change.view.id],
    )
  const headOf = async () => (await api.as('read').get(`/spaces/${space}`)).body.revision

  const indexJobs = async () =>
    (
      await api.rows(
        `select id from pgboss.job where name = 'search.index-space' and singleton_key = $1`,
        [space],
      )
    ).length

  it('changes nothing when the folder is what the space holds', async () => {
    const done = await imported(manual, into())
    assert.equal(done.changeRequest, change.view.id)
    const listed = async (query: string): Promise<string[]> => {
      const { status, body } = await api.as('read').get(`${imports()}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.items.map(({ id }: TestBody) => id)
    }
    assert.deepEqual(await listed(`changeRequest=${change.view.id}`), [done.id])
    assert.deepEqual(await listed('changeRequest=nothing'), [])
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/sites`, { title: 'Shown', spaces: [space] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.deepEqual(await listed(`site=${made.body.id}`), await listed(`space=${space}`))
    assert.deepEqual(await listed('site=nothing'), [])
    assert.equal(done.result.revision, change.view.revision)
    assert.deepEqual(done.result.pages, {
      created: 0,
      updated: 0,
      removed: 0,
      unchanged: 3,
    })
    assert.deepEqual(await ownVersions(), [])
    assert.equal((await change.read()).revision, change.view.revision)
  })

  it('is listed by a site to those who see the site, and to others as if there were none', async () => {
    await imported(manual, into())
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/sites`, { title: 'Shown', spaces: [space] })
    const guest = api.users.guest
    const granted = await api
      .as('admin')
      .post(`/spaces/${space}/permissions`, { role: 'read', users: [guest] })
    assert.equal(granted.status, 204, JSON.stringify(granted.body))
    const seen = await api.as('guest').get(`${imports()}?space=${space}`)
    assert.ok(seen.body.count > 0)
    const hidden = await api.as('guest').get(`${imports()}?site=${made.body.id}`)
    const missing = await api.as('guest').get(`${imports()}?site=nothing`)
    assert.deepEqual([hidden.status, hidden.body], [200, missing.body])
    const member = await api.as('read').get(`${imports()}?site=${made.body.id}`)
    assert.equal(member.body.count, seen.body.count)
    const path = `${imports()}?site=${made.body.id}`
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.anonymous().get(path)).status, 401)
  })

  it('writes one page when one page is different, and leaves the main content as it is', async () => {
    const main = await headOf()
    const jobs = await indexJobs()
    const files = { ...manual, 'install.md': '# Install\n\nRun the new installer.\n' }
    const done = await imported(files, into())
    assert.deepEqual(await said(), ['page_edited Install'])
    assert.equal((await ownVersions()).length, 1)
    const now = await change.read()
    assert.equal(now.revision, done.result.revision)
    assert.notEqual(now.revision, change.view.revision)
    assert.equal(await headOf(), main)
    assert.equal(await indexJobs(), jobs, 'only the main content is searched')
  })

  it('writes no page whose links alone lead elsewhere', async () => {
    await imported({ ...manual, 'sign-in.md': '# Sign in\n' }, into())
    assert.deepEqual(await said(), ['page_created Sign in'])
    assert.equal((await ownVersions()).length, 1)
  })

  it('adds, moves and removes pages, and takes it back with the next import', async () => {
    const { 'old.md': _old, 'install.md': install = '', ...rest } = manual
    await imported({ ...rest, 'guides/install.md': install, 'new.md': '# New\n' }, into())
    const kinds = (await said()).map((each) => each.split(' ')[0])
    assert.ok(kinds.includes('page_deleted') && kinds.includes('page_created'))
    await imported(manual, into())
    assert.deepEqual(await said(), [])
    const kept = await ownVersions()
    assert.ok(
      kept.every(({ is_gone }) => is_gone),
      'only what it made and took back',
    )
  })

  it('knows what was written otherwise by the file that an export writes it to', async () => {
    const written = await api.as('edit').post(`/spaces/${space}/content`, {
      changes: [
        { operation: 'insert_group', title: 'Guides', ref: 'guides', icon: 'book' },
        {
          operation: 'insert_page',
          title: 'Sign in',
          into: 'guides',
          emoji: '1f511',
          document: { markdown: 'Ask for a token.\n' },
        },
        {
          operation: 'insert_link',
          title: 'Out',
          target: { kind: 'url', url: 'https://a.b' },
        },
        { operation: 'insert_files', files: [{ name: 'dot.svg', base64: 'PHN2Zy8+' }] },
        {
          operation: 'insert_reusable_content',
          title: 'Note',
          document: { markdown: 'Mind it.\n' },
        },
        { operation: 'set_variables', variables: { product: 'Lectern' } },
      ],
    })
    assert.equal(written.status, 200, JSON.stringify(written.body))
    change = await changeRequestIn(api, space)
    const exported = await unpackFiles(await exportArchive(api, space))
    const files = Object.fromEntries(
      [...exported].map(([path, bytes]) => [path, bytes.toString()]),
    )
    const same = await imported(files, into())
    assert.equal(same.result.revision, change.view.revision)
    assert.deepEqual(await ownVersions(), [])

    const signIn = 'guides/sign-in.md'
    const text = files[signIn]?.replace('a token', 'an API token') ?? ''
    await imported({ ...files, [signIn]: text }, into())
    assert.deepEqual(await said(), ['page_edited Sign in'])
    const [{ attributes }] = await changes()
    assert.deepEqual(Object.keys(attributes), ['document'], 'the emoji stays')
  })

  it('takes no page for another when it adds', async () => {
    await api.as('edit').post(`/spaces/${space}/content`, {
      changes: [
        { operation: 'insert_page', title: 'New', document: { markdown: 'Theirs.\n' } },
      ],
    })
    change = await changeRequestIn(api, space)
    await imported({ 'new.md': '# New\n\nOurs.\n' }, { ...into(), mode: 'add' })
    assert.deepEqual(await said(), ['page_created New'])
  })

  it('is merged like every other edit, with what others did meanwhile', async () => {
    await imported({ ...manual, 'install.md': '# Install\n\nRun it.\n' }, into())
    const theirs = { ...manual, 'old.md': '# Old\n\nSomebody reads this.\n' }
    await imported(theirs, { space, mode: 'mirror' })
    const merged = await change.merge()
    assert.equal(merged.body.result, 'merge', JSON.stringify(merged.body))
    const { body } = await api.as('read').get(`/spaces/${space}/content/path/old`)
    assert.match(body.markdown, /Somebody/)
    const { body: own } = await api
      .as('read')
      .get(`/spaces/${space}/content/path/install`)
    assert.match(own.markdown, /Run it/)
  })

  it('sees the branch as it was when it began, whatever the main content does since', async () => {
    await imported({ ...manual, 'later.md': '# Later\n' }, { space, mode: 'mirror' })
    await imported({ ...manual, 'README.md': '# Welcome\n\nHello.\n' }, into())
    assert.deepEqual(await said(), ['page_edited Welcome'])
    const merged = await change.merge()
    assert.equal(merged.body.result, 'merge')
    assert.equal(
      (await api.as('read').get(`/spaces/${space}/content/path/later`)).status,
      200,
    )
  })

  it('takes comments along, counts as an edit, and outdates reviews', async () => {
    const pages = await api.as('edit').get(`${change.path}/content/pages`)
    const page = pages.body.pages.find(({ title }: TestBody) => title === 'Install').id
    const shown = await api.as('edit').get(`${change.path}/content/page/${page}`)
    const node = shown.body.document.nodes.at(-1).key
    const comments = `${change.path}/comments`
    const posted = await api.as('comment').post(comments, { body: {}, page, node })
    assert.equal(posted.status, 200, JSON.stringify(posted.body))
    const review = await api
      .as('review')
      .post(`${change.path}/reviews`, { status: 'approved' })
    assert.equal(review.status, 201, JSON.stringify(review.body))
    const text =
      '# Install\n\nAn introduction.\n\nRun the installer.\n\nThen [sign in](sign-in.md).\n'
    await imported({ ...manual, 'install.md': text }, into())
    const now = await api.as('edit').get(`${change.path}/content/page/${page}`)
    const { body } = await api.as('read').get(`${comments}/${posted.body.id}`)
    assert.equal(body.target.node.id, now.body.document.nodes.at(-1).key)
    const reviewed = await api.as('read').get(`${change.path}/reviews/${review.body.id}`)
    assert.equal(reviewed.body.outdated, true)
    const { body: people } = await api.as('read').get(`${change.path}/contributors`)
    assert.deepEqual(
      people.items.map(({ actionType }: TestBody) => actionType).toSorted(),
      ['comment', 'edit'],
    )
  })

  it('is taken by a locked space, by number too, and listed with where it went', async () => {
    await api.as('admin').patch(`/spaces/${space}`, { editMode: 'locked' })
    const target = { ...into(), changeRequest: String(change.view.number) }
    const done = await imported({ ...manual, 'new.md': '# New\n' }, target)
    assert.equal(done.changeRequest, change.view.id)
    const { body } = await api.as('read').get(`${imports()}?space=${space}`)
    assert.deepEqual(
      body.items.map(({ changeRequest }: TestBody) => changeRequest),
      [change.view.id, undefined],
    )
  })

  it('is refused for one that is archived or merged, at the start and at the end', async () => {
    const files = { ...manual, 'new.md': '# New\n' }
    const begun = await start(files, into())
    await change.change({ status: 'archived' })
    const refused = await start(files, into())
    assert.deepEqual(
      [refused.status, refused.body.error.reason],
      [409, 'change_request_closed'],
    )
    const ended = await run(begun.body.id)
    assert.equal(ended.status, 'failed')
    assert.match(ended.failure, /is archived\. Set its status to draft or open first/)
    await change.change({ status: 'open' })
    await change.merge()
    assert.equal((await start(files, into())).body.error.reason, 'change_request_closed')
  })

  it('is refused to those who may not edit, and for one that is not there', async () => {
    assert.equal((await start(manual, into(), 'read')).status, 403)
    const nowhere = await start(manual, { ...into(), changeRequest: '99' })
    assert.deepEqual([nowhere.status, nowhere.body.error.reason], [404, 'not_found'])
    const other = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Other' })
    const elsewhere = await start(manual, { ...into(), space: other.body.id })
    assert.equal(elsewhere.status, 404)
    const body = { source: { type: 'file', files: ['x'] }, target: into() }
    assert.equal((await api.as('outsider').post(imports(), body)).status, 404)
    assert.equal((await api.anonymous().post(imports(), body)).status, 401)
  })
})
