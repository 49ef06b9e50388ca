import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

describe('updateSpaceContent', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  const insert = async (title: string, more: object = {}): Promise<string> => {
    const { changes } = await space.edit({ operation: 'insert_page', title, ...more })
    return changes[0].page
  }
  const pathsIn = async (at: TestSpace): Promise<string[]> => {
    const { body } = await api.as('read').get(`/spaces/${at.spaceId}/content/pages`)
    const walk = (pages: TestBody[]): string[] =>
      pages.flatMap((page) => [page.path ?? page.title, ...walk(page.pages ?? [])])
    return walk(body.pages)
  }

  it('makes all changes of a request as one revision that follows the head', async () => {
    const own = await createTestSpace(api)
    const [first] = await api.rows('select * from branch where space_id = $1', [
      own.spaceId,
    ])
    const update = await own.edit(
      { operation: 'insert_group', title: 'Basics', ref: 'basics' },
      { operation: 'insert_page', title: 'Start', into: 'basics', ref: 'start' },
      { operation: 'insert_page', title: 'First', into: 'basics', at: 0 },
      {
        operation: 'insert_link',
        title: 'Site',
        target: { kind: 'url', url: 'https://a.example' },
      },
      { operation: 'update_page', page: 'start', title: 'Begin' },
    )
    assert.equal(update.object, 'content-update')
    assert.deepEqual(update.parents, [first.head_revision_id])
    assert.deepEqual(
      update.changes.map(({ operation, ref }: TestBody) => [operation, ref]),
      [
        ['insert_group', 'basics'],
        ['insert_page', 'start'],
        ['insert_page', undefined],
        ['insert_link', undefined],
        ['update_page', undefined],
      ],
    )
    assert.equal(update.changes[1].page, update.changes[4].page)
    assert.deepEqual(await pathsIn(own), [
      'basics',
      'basics/first',
      'basics/begin',
      'Site',
    ])
    const revisions = await api.rows('select * from revision where space_id = $1', [
      own.spaceId,
    ])
    assert.equal(revisions.length, 2)
  })

  it('tells of the new revision by an event and an audit row', async () => {
    const own = await createTestSpace(api)
    const { revision } = await own.edit({ operation: 'insert_page', title: 'A' })
    const events = await api.rows(
      "select payload from event where type = 'space_content_updated' and subject = $1",
      [`space:${own.spaceId}`],
    )
    assert.deepEqual(events, [
      { payload: { spaceId: own.spaceId, revisionId: revision } },
    ])
    const audits = await api.rows(
      "select actor_id, details from audit_event where action = 'space_content_updated' and target_id = $1",
      [own.spaceId],
    )
    assert.deepEqual(audits, [
      {
        actor_id: api.users.edit,
        details: { revisionId: revision, operations: ['insert_page'] },
      },
    ])
  })

  it('changes nothing when one of the changes cannot be made', async () => {
    const own = await createTestSpace(api)
    const refused = await own.send([
      { operation: 'insert_page', title: 'A' },
      { operation: 'delete_page', page: 'nowhere' },
    ])
    assert.equal(refused.status, 400)
    assert.match(refused.body.error.message, /changes\.1 names the page "nowhere"/)
    assert.deepEqual(await pathsIn(own), [])
  })

  it('says which field of which change is wrong', async () => {
    const { status, body } = await space.send([
      { operation: 'insert_page', title: 'A' },
      { operation: 'insert_page', title: '' },
    ])
    assert.equal(status, 400)
    assert.deepEqual(body.error.details, [
      { path: 'body.changes.1.title', message: 'must have at least 1 character' },
    ])
    const unknown = await space.send([{ operation: 'paint_page' }])
    assert.equal(unknown.status, 400)
  })

  it('makes no revision when nothing is different', async () => {
    const page = await insert('Same', { document: { markdown: 'Text\n' } })
    const { documentId } = await space.page(page)
    const [head] = await api.rows('select * from branch where space_id = $1', [
      space.spaceId,
    ])
    const update = await space.edit({
      operation: 'update_page',
      page,
      title: 'Same',
      document: { markdown: 'Text\n' },
      base: documentId,
    })
    assert.equal(update.revision, head.head_revision_id)
    assert.equal(update.changes[0].documentId, documentId)
  })

  it('takes the front matter and first heading of a page that has no title', async () => {
    const file =
      '---\ndescription: Short\nicon: rocket\nowner: me\n---\n\n# The *title*\n\nText\n'
    const { changes } = await space.edit({
      operation: 'insert_page',
      document: { markdown: file },
      hidden: true,
    })
    const row = await space.entry(changes[0].page)
    assert.equal(row.title, 'The title')
    assert.deepEqual(row.attributes, {
      description: 'Short',
      icon: 'rocket',
      hidden: true,
    })
    assert.match(row.head, /owner: me\nhidden: true\n---\n\n# The \*title\*\n\n$/)
    const page = await space.page(changes[0].page)
    assert.deepEqual(
      [page.markdown, page.description, page.hidden],
      ['Text\n', 'Short', true],
    )
  })

  it('keeps the text of a page with a title byte for byte', async () => {
    const markdown = '\uFEFF---\na: b\n---\r\n# Heading\r\n\n\n*  odd\n'
    const page = await insert('Bytes', { document: { markdown } })
    assert.equal((await space.page(page)).markdown, markdown)
  })

  it('rewrites only the line of an attribute that changes', async () => {
    const head = "---\n# kept\ndescription: 'One'\nicon: star\n---\n\nTitle\n=====\n\n"
    const { changes } = await space.edit({
      operation: 'insert_page',
      document: { markdown: `${head}Text\n` },
    })
    const { page } = changes[0]
    await space.edit({
      operation: 'update_page',
      page,
      description: 'Two',
      emoji: '1f600',
    })
    const row = await space.entry(page)
    assert.equal(row.head, head.replace("'One'", "'Two'"))
    assert.deepEqual(row.attributes, { description: 'Two', icon: 'star', emoji: '1f600' })
    await space.edit({ operation: 'update_page', page, icon: null, emoji: null })
    const now = await space.entry(page)
    assert.equal(now.head, head.replace("'One'", "'Two'").replace('icon: star\n', ''))
    assert.deepEqual(now.attributes, { description: 'Two' })
  })

  it('numbers slugs that are taken and follows a new title only where nobody chose one', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'Über uns' },
      { operation: 'insert_page', title: 'Uber uns' },
      { operation: 'insert_page', title: 'Chosen', slug: 'Kept Slug' },
    )
    const [one, two, three] = changes.map(({ page }: TestBody) => page)
    assert.deepEqual(await pathsIn(own), ['uber-uns', 'uber-uns-1', 'Kept-Slug'])
    await own.edit(
      { operation: 'update_page', page: one, title: 'About' },
      { operation: 'update_page', page: two, title: 'About' },
      { operation: 'update_page', page: three, title: 'Other' },
    )
    assert.deepEqual(await pathsIn(own), ['about', 'about-1', 'Kept-Slug'])
  })

  it('makes a slug from the title where an empty one is given', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'First steps', slug: '' },
      { operation: 'insert_page', title: 'Chosen', slug: 'kept' },
    )
    const [one, two] = changes.map(({ page }: TestBody) => page)
    assert.deepEqual(await pathsIn(own), ['first-steps', 'kept'])
    await own.edit(
      { operation: 'update_page', page: one, slug: '' },
      { operation: 'update_page', page: two, slug: '' },
    )
    assert.deepEqual(await pathsIn(own), ['first-steps', 'chosen'])
  })

  it('moves pages, leaves aliases at the old places and remembers that something moved', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'A', ref: 'a' },
      { operation: 'insert_page', title: 'B', into: 'a', ref: 'b' },
      { operation: 'insert_page', title: 'C', into: 'b' },
      { operation: 'insert_page', title: 'D' },
    )
    const [a, b, c, d] = changes.map(({ page }: TestBody) => page)
    await own.edit({ operation: 'move_page', page: b, into: d, at: 0 })
    assert.deepEqual(await pathsIn(own), ['a', 'd', 'd/b', 'd/b/c'])
    await own.edit({ operation: 'update_page', page: d, into: null, at: 0, slug: 'new' })
    assert.deepEqual(await pathsIn(own), ['new', 'new/b', 'new/b/c', 'a'])
    const aliases = await api.rows(
      'select parent_id, slug, entry_id from alias where space_id = $1 order by slug',
      [own.spaceId],
    )
    assert.deepEqual(aliases, [
      { parent_id: a, slug: 'b', entry_id: b },
      { parent_id: '', slug: 'd', entry_id: d },
    ])
    const [branch] = await api.rows('select * from branch where space_id = $1', [
      own.spaceId,
    ])
    assert.equal(branch.moved_number, branch.head_number)
    const old = await api.as('read').get(`/spaces/${own.spaceId}/content/path/a/b/c`)
    assert.equal(old.body.id, c)
  })

  it('refuses cycles, groups in pages and pages in links', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'A', ref: 'a' },
      { operation: 'insert_page', title: 'B', into: 'a' },
      { operation: 'insert_group', title: 'G' },
      {
        operation: 'insert_link',
        title: 'L',
        target: { kind: 'url', url: 'https://a.example' },
      },
    )
    const [a, b, g, l] = changes.map(({ page }: TestBody) => page)
    const cycle = await own.send([{ operation: 'move_page', page: a, into: b }])
    assert.deepEqual([cycle.status, cycle.body.error.reason], [409, 'page_cycle'])
    const swap = await own.send([
      { operation: 'move_page', page: b, into: null },
      { operation: 'move_page', page: a, into: b },
      { operation: 'move_page', page: b, into: a },
    ])
    assert.equal(swap.body.error.reason, 'page_cycle')
    for (const into of [
      { page: g, into: a },
      { page: a, into: l },
      { page: a, into: 'nowhere' },
    ]) {
      const { status } = await own.send([{ operation: 'move_page', ...into }])
      assert.equal(status, 400)
    }
    assert.deepEqual(await pathsIn(own), ['a', 'a/b', 'g', 'L'])
  })

  it('deletes a page with everything below it, also what the request put there', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'A', ref: 'a' },
      { operation: 'insert_page', title: 'B', into: 'a', ref: 'b' },
      { operation: 'insert_page', title: 'C', into: 'b' },
      { operation: 'insert_page', title: 'Stays', into: 'b' },
    )
    const [a, b, c, stays] = changes.map(({ page }: TestBody) => page)
    const { revision } = await own.edit(
      { operation: 'insert_page', title: 'New', into: b },
      { operation: 'move_page', page: stays, into: null },
      { operation: 'delete_page', page: a },
    )
    assert.deepEqual(await pathsIn(own), ['stays'])
    const [row] = await api.rows('select changed from revision where id = $1', [revision])
    assert.deepEqual(new Set(row.changed), new Set([a, b, c, stays]))
    const gone = await api.rows(
      'select id from entry where space_id = $1 and gone_number is not null order by id',
      [own.spaceId],
    )
    assert.deepEqual(new Set(gone.map(({ id }) => id)), new Set([a, b, c]))
    const { body } = await own.send([{ operation: 'update_page', page: b, title: 'X' }])
    assert.equal(body.error.code, 400)
  })

  it('honours If-Match on the number of the head', async () => {
    const read = await api.as('edit').get(`/spaces/${space.spaceId}/content`)
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const changes = [{ operation: 'set_variables', variables: { a: 1 } }]
    assert.equal((await space.send(changes, { headers })).status, 200)
    const late = await space.send([{ operation: 'set_variables', variables: { a: 2 } }], {
      headers,
    })
    assert.deepEqual([late.status, late.body.error.reason], [412, 'version_mismatch'])
  })

  it('answers the whole revision when asked', async () => {
    const { body } = await space.send([{ operation: 'insert_page', title: 'Whole' }], {
      query: '?return=revision',
    })
    assert.equal(body.object, 'revision')
    assert.equal(body.type, 'edits')
    assert.equal(body.pages.at(-1).title, 'Whole')
  })

  it('is done once under one Idempotency-Key', async () => {
    const own = await createTestSpace(api)
    const headers = { 'idempotency-key': 'once' }
    const changes = [{ operation: 'insert_page', title: 'Once' }]
    const one = await own.send(changes, { headers })
    const two = await own.send(changes, { headers })
    assert.deepEqual(one.body, two.body)
    assert.deepEqual(await pathsIn(own), ['once'])
  })

  it('needs the edit role, and hides the space from everybody else', async () => {
    const changes = [{ operation: 'insert_page', title: 'No' }]
    for (const name of ['comment', 'read'] as const) {
      const { status, body } = await space.send(changes, { as: name })
      assert.deepEqual([status, body.error.reason], [403, 'forbidden'])
    }
    const outside = await space.send(changes, { as: 'outsider' })
    const missing = await api
      .as('outsider')
      .post('/spaces/000000000000000000AA/content', { changes })
    assert.equal(outside.status, 404)
    assert.equal(
      outside.body.error.message.replace(space.spaceId, ''),
      missing.body.error.message.replace('000000000000000000AA', ''),
    )
    const { status } = await api
      .anonymous()
      .post(`/spaces/${space.spaceId}/content`, { changes })
    assert.equal(status, 401)
  })

  it('leaves a locked space alone', async () => {
    const own = await createTestSpace(api, { empty: true, editMode: 'locked' })
    const { status, body } = await own.send([{ operation: 'insert_page', title: 'No' }])
    assert.deepEqual([status, body.error.reason], [409, 'space_locked'])
  })

  it('answers a dry run with what would break, and changes nothing', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      { operation: 'insert_page', title: 'A', ref: 'a' },
      { operation: 'insert_page', title: 'B', into: 'a' },
      { operation: 'insert_page', title: 'C', document: { markdown: '[b](a/b.md)\n' } },
      { operation: 'insert_page', title: 'D' },
    )
    const [a, b, c, d] = changes.map(({ page }: TestBody) => page)
    const { body } = await own.send(
      [
        { operation: 'delete_page', page: a },
        {
          operation: 'update_page',
          page: d,
          slug: 'e',
          document: { markdown: '[x](x.md)' },
        },
      ],
      { query: '?dryRun=true' },
    )
    assert.equal(body.revision, null)
    assert.deepEqual(body.breaks.paths.toSorted(byPath), [
      { page: a, path: 'a' },
      { page: b, path: 'a/b' },
    ])
    assert.deepEqual(body.breaks.redirects, [{ page: d, from: 'd', to: 'e' }])
    assert.deepEqual(body.breaks.links, [
      { page: d, ref: { kind: 'url', url: 'x.md' } },
      { page: c, ref: { kind: 'page', page: b } },
    ])
    assert.deepEqual(await pathsIn(own), ['a', 'a/b', 'c', 'd'])
  })
})

function byPath(one: TestBody, other: TestBody): number {
  return one.path < other.path ? -1 : 1
}
