import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { read } from '@lectern/content/read/read.ts'

import { loadTemplate, templateIds } from '#/features/writing/templates/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { narrowed, nowhere, refusal } from '#test/test-people.ts'

/** Words that only one template contains, and the title of their page. */
const found = [
  ['product-docs', 'neighbouring problems', 'Overview'],
  ['api-reference', 'timingSafeEqual', 'Webhooks'],
  ['knowledge-base', 'keyboard writes capitals', 'I cannot sign in'],
  ['changelog', 'Fixed NPE in the export', 'How to write an entry'],
] as const

function brokenIn(versions: TestBody[]) {
  return versions.flatMap(({ title, links }) =>
    (links ?? [])
      .filter(({ status }: TestBody) => status === 'broken')
      .map(({ ref }: TestBody) => ({ title, ref })),
  )
}

describe('templates', () => {
  let api: TestApi
  let worker: RunningWorker
  before(async () => {
    api = await startTestApi()
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  const apply = async (spaceId: string, id: string, by = api.as('edit')) =>
    by.post(`/spaces/${spaceId}/content/template`, { id })
  const revisionsOf = async (spaceId: string) =>
    api.rows('select id, number from revision where space_id = $1 order by number', [
      spaceId,
    ])
  const versionsOf = async (spaceId: string) =>
    api.rows(
      `select entry_id as id, kind, title, slug, parent_id, attributes, links, targets
       from entry_version where space_id = $1 and to_number is null order by position`,
      [spaceId],
    )
  async function contentOf(spaceId: string): Promise<TestBody> {
    const reply = await api.as('read').get(`/spaces/${spaceId}/content`)
    assert.equal(reply.status, 200)
    return reply.body
  }

  for (const id of templateIds) {
    it(`${id} has no block that is not understood, and no link that leads nowhere`, async () => {
      const template = await loadTemplate(
        api.services,
        { organizationId: api.organization },
        id,
      )
      assert.ok(template)
      for (const { document } of template.texts) {
        const parsed = JSON.stringify(read(document.markdown).document)
        assert.ok(!parsed.includes('"verbatim"'), document.markdown)
      }
      const { spaceId } = await createTestSpace(api)
      const reply = await apply(spaceId, id)
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      assert.equal(reply.body, undefined)
      const versions = await versionsOf(spaceId)
      assert.deepEqual(brokenIn(versions), [])
      const urls = versions.flatMap(({ links }) =>
        (links ?? []).filter(({ ref }: TestBody) => ref.kind === 'url'),
      )
      assert.deepEqual(urls, [], 'every link is to something of the space')
    })
  }

  it('are added behind what is there, as one revision with its event', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    await space.edit({ operation: 'insert_page', title: 'Mine' })
    const before_ = await revisionsOf(spaceId)
    const reply = await apply(spaceId, 'product-docs')
    const after_ = await revisionsOf(spaceId)
    assert.equal(after_.length, before_.length + 1)
    const revision = after_.at(-1)?.id
    assert.equal(
      reply.headers.get('location'),
      `http://lectern.test/v1/spaces/${spaceId}/revisions/${revision}`,
    )
    const { pages } = await contentOf(spaceId)
    assert.deepEqual(
      pages.map(({ title, type }: TestBody) => [title, type]),
      [
        ['Mine', 'document'],
        ['Overview', 'document'],
        ['Quickstart', 'document'],
        ['Learn', 'group'],
        ['Look up', 'group'],
      ],
    )
    const last = (await eventsOf(api, `space:${spaceId}`)).at(-1)
    assert.equal(last.type, 'space_content_updated')
    assert.deepEqual(last.payload, { spaceId, revisionId: revision })
    const [audited] = await api.rows(
      `select details from audit_event where target_id = $1 order by occurred_at desc limit 1`,
      [spaceId],
    )
    assert.deepEqual(audited.details, { revisionId: revision, template: 'product-docs' })
  })

  it('are found by search once a worker has indexed them', async () => {
    for (const [id, words, title] of found) {
      const { spaceId } = await createTestSpace(api)
      await apply(spaceId, id)
      const query = encodeURIComponent(words)
      await until(`${title} is found`, async () => {
        const { body } = await api
          .as('read')
          .get(`/spaces/${spaceId}/search?query=${query}`)
        return body.items.some((hit: TestBody) => hit.title === title) || undefined
      })
    }
  })

  it('are added once more each time, and each copy leads to itself', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    const copies: Set<string>[] = []
    for (const _time of [1, 2, 3]) {
      const known = new Set((await versionsOf(spaceId)).map(({ id }) => id))
      assert.equal((await apply(spaceId, 'changelog')).status, 201)
      const all = await versionsOf(spaceId)
      copies.push(new Set(all.map(({ id }) => id).filter((id) => !known.has(id))))
    }
    const versions = await versionsOf(spaceId)
    assert.equal(versions.length, 15)
    const slugs = versions.map(({ slug }) => slug)
    assert.equal(new Set(slugs).size, slugs.length)
    assert.deepEqual(brokenIn(versions), [])
    for (const copy of copies) {
      const targets = versions.filter(({ id }) => copy.has(id)).flatMap((v) => v.targets)
      assert.ok(targets.length > 0)
      assert.ok(targets.every((id) => copy.has(id)))
    }
    // An edit resolves the links of the page anew, and none may break.
    const last = versions.find(
      ({ id, title }) => copies[2]?.has(id) && title === 'Older versions',
    )
    const page = await api
      .as('edit')
      .get(`/spaces/${spaceId}/content/page/${last.id}?format=markdown`)
    const markdown = `${page.body.markdown}\nSee [labels](how-to-read-this.md#labels).\n`
    await space.edit({ operation: 'update_page', page: last.id, document: { markdown } })
    const edited = (await versionsOf(spaceId)).find(({ id }) => id === last.id)
    assert.deepEqual(brokenIn([edited]), [])
    assert.ok(edited.targets.every((id: string) => copies[2]?.has(id)))
  })

  it('blank is one empty page', async () => {
    const { spaceId } = await createTestSpace(api)
    await apply(spaceId, 'blank')
    const { pages } = await contentOf(spaceId)
    assert.deepEqual(
      pages.map(({ title, slug, path }: TestBody) => ({ title, slug, path })),
      [{ title: 'Page', slug: 'page', path: 'page' }],
    )
    const page = await api
      .as('read')
      .get(`/spaces/${spaceId}/content/page/${pages[0].id}?format=markdown`)
    assert.equal(page.body.markdown, '')
  })

  it('can be what a new space begins with', async () => {
    const spaces = `/orgs/${api.organization}/spaces`
    const made = await api.as('create').post(spaces, {
      title: 'From a template',
      template: { id: 'api-reference', params: {} },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { pages, id } = await contentOf(made.body.id)
    assert.equal(made.body.revision, id)
    assert.equal(pages[0].title, 'Introduction')
    assert.ok(!pages.some(({ title }: TestBody) => title === 'Page'))
    assert.deepEqual(brokenIn(await versionsOf(made.body.id)), [])
    const types = (await eventsOf(api, `space:${made.body.id}`)).map(({ type }) => type)
    assert.deepEqual(types, ['space_created', 'space_content_updated'])
    const blank = await api.as('create').post(spaces, { template: { id: 'blank' } })
    assert.deepEqual(
      (await contentOf(blank.body.id)).pages.map(({ title }: TestBody) => title),
      ['Page'],
    )
    const unknown = await api.as('create').post(spaces, { template: { id: 'nope' } })
    assert.deepEqual([unknown.status, unknown.body.error.reason], [404, 'not_found'])
    const both = { template: { id: 'changelog' }, empty: true }
    assert.equal((await api.as('create').post(spaces, both)).status, 400)
    const reader = await api.as('read').post(spaces, { template: { id: 'nope' } })
    assert.equal(reader.status, 403)
  })

  it('are added to a change request alone', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    await space.edit({ operation: 'insert_page', title: 'Mine' })
    await api.as('admin').patch(`/spaces/${spaceId}`, { editMode: 'locked' })
    const made = await api.as('edit').post(`/spaces/${spaceId}/change-requests`, {})
    const { id: changeRequestId, number } = made.body
    const send = async (body: object, headers = {}) =>
      api.as('edit').send('POST', `/spaces/${spaceId}/content/template`, body, headers)
    const request = `/spaces/${spaceId}/change-requests/${changeRequestId}`
    const titles = async () =>
      (await api.as('read').get(`${request}/content/pages`)).body.pages.map(
        ({ title }: TestBody) => title,
      )
    const stale = { 'if-match': '"99"' }
    assert.equal((await send({ id: 'blank', changeRequestId }, stale)).status, 412)
    const reply = await send({ id: 'changelog', changeRequestId })
    assert.deepEqual([reply.status, reply.body], [201, undefined])
    const seen = (await api.as('read').get(request)).body
    assert.equal(
      reply.headers.get('location'),
      `http://lectern.test/v1/spaces/${spaceId}/revisions/${seen.revision}`,
    )
    const first = await titles()
    assert.equal(first[0], 'Mine')
    assert.ok(first.length > 1)
    assert.equal(
      (await send({ id: 'changelog', changeRequestId: `${number}` })).status,
      201,
    )
    assert.equal((await titles()).length, 2 * first.length - 1)
    const { stats } = (await api.as('read').get(`${request}/links`)).body
    assert.deepEqual(stats.broken, { total: 0, changeRequest: 0 })
    assert.deepEqual(
      (await contentOf(spaceId)).pages.map(({ title }: TestBody) => title),
      ['Mine'],
    )
    const types = (await eventsOf(api, `space:${spaceId}`)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'space_content_updated').length, 1)

    const unknown = await send({ id: 'nope', changeRequestId })
    assert.deepEqual([unknown.status, unknown.body.error.reason], [404, 'not_found'])
    const reader = await api
      .as('read')
      .post(`/spaces/${spaceId}/content/template`, { id: 'blank', changeRequestId })
    assert.deepEqual([reader.status, reader.body.error.reason], [403, 'forbidden'])
    await api.as('edit').patch(request, { status: 'archived' })
    const closed = await send({ id: 'blank', changeRequestId })
    assert.deepEqual(
      [closed.status, closed.body.error.reason],
      [409, 'change_request_closed'],
    )
  })

  it('can be what a new change request begins with', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    await space.edit({ operation: 'insert_page', title: 'Mine' })
    const all = `/spaces/${spaceId}/change-requests`
    const made = await api
      .as('edit')
      .post(all, { subject: 'More', template: { id: 'product-docs', params: {} } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { body } = await api.as('read').get(`${all}/${made.body.id}/content`)
    assert.equal(body.id, made.body.revision)
    assert.deepEqual(
      body.pages.map(({ title }: TestBody) => title),
      ['Mine', 'Overview', 'Quickstart', 'Learn', 'Look up'],
    )
    assert.equal((await contentOf(spaceId)).pages.length, 1)
    const unknown = await api.as('edit').post(all, { template: { id: 'nope' } })
    assert.deepEqual([unknown.status, unknown.body.error.reason], [404, 'not_found'])
    const reader = await api.as('read').post(all, { template: { id: 'nope' } })
    assert.equal(reader.status, 403)
    assert.equal((await api.as('read').get(`${all}?status=draft`)).body.count, 1)
    const merged = await api.as('review').post(`${all}/${made.body.id}/merge`)
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    assert.equal((await contentOf(spaceId)).pages.length, 5)
    assert.deepEqual(brokenIn(await versionsOf(spaceId)), [])
  })

  it('refuse references for places that they do not have, and what is none', async () => {
    const { spaceId } = await createTestSpace(api)
    const target = `/spaces/${spaceId}/content/template`
    const none = await api
      .as('edit')
      .post(target, { id: 'blank', params: { contentRefs: {} } })
    assert.equal(none.status, 201)
    const contentRefs = { home: { kind: 'space', space: spaceId } }
    const asked = { id: 'blank', params: { contentRefs } }
    const pages = async () => (await contentOf(spaceId)).pages.length
    const count = await pages()
    for (const [path, body, place] of [
      [target, asked, 'body.params'],
      [`/spaces/${spaceId}/change-requests`, { template: asked }, 'body.template.params'],
      [`/orgs/${api.organization}/spaces`, { template: asked }, 'body.template.params'],
    ] as const) {
      const refused = await api.as('admin').post(path, body)
      assert.equal(refused.status, 400, path)
      assert.equal(refused.body.error.details[0].path, `${place}.contentRefs.home`)
      assert.notEqual((await api.as('read').post(path, body)).status, 400)
      assert.notEqual((await api.as('outsider').post(path, body)).status, 400)
    }
    assert.equal(await pages(), count)
    for (const bad of [{ logo: 'a' }, { logo: { kind: 'no' } }, []]) {
      const refused = await api
        .as('edit')
        .post(target, { id: 'blank', params: { contentRefs: bad } })
      assert.equal(refused.status, 400)
    }
  })

  it('refuse unknown templates, change requests, locked spaces and old versions', async () => {
    const { spaceId } = await createTestSpace(api)
    const target = `/spaces/${spaceId}/content/template`
    for (const id of ['nope', '../blank', 'blank/../changelog', '__proto__']) {
      const reply = await apply(spaceId, id)
      assert.deepEqual([reply.status, reply.body.error.reason], [404, 'not_found'], id)
    }
    const changeRequest = await api
      .as('edit')
      .post(target, { id: 'blank', changeRequestId: nowhere })
    assert.equal(changeRequest.status, 404)
    const stale = await api
      .as('edit')
      .send('POST', target, { id: 'blank' }, { 'if-match': '"99"' })
    assert.equal(stale.status, 412)
    await api.as('admin').patch(`/spaces/${spaceId}`, { editMode: 'locked' })
    const locked = await apply(spaceId, 'blank')
    assert.deepEqual([locked.status, locked.body.error.reason], [409, 'space_locked'])
    assert.equal((await versionsOf(spaceId)).length, 0)
  })

  it('need the edit role, and are hidden like the space from everybody else', async () => {
    const { spaceId } = await createTestSpace(api)
    for (const name of ['read', 'comment'] as const) {
      const reply = await apply(spaceId, 'blank', api.as(name))
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'forbidden'], name)
    }
    assert.equal((await apply(spaceId, 'blank', api.anonymous())).status, 401)
    const hidden = await apply(spaceId, 'blank', api.as('outsider'))
    const missing = await apply(nowhere, 'blank', api.as('outsider'))
    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, spaceId), refusal(missing, nowhere))
    const elsewhere = await narrowed(api, api.users.edit, {
      organizationId: api.otherOrganization,
    })
    assert.equal((await apply(spaceId, 'blank', elsewhere)).status, 404)
    assert.equal((await versionsOf(spaceId)).length, 0)
  })

  it('happen once under one Idempotency-Key, and are answered alike without a body', async () => {
    const { spaceId } = await createTestSpace(api)
    const send = async () =>
      api
        .as('edit')
        .send(
          'POST',
          `/spaces/${spaceId}/content/template`,
          { id: 'changelog' },
          { 'idempotency-key': `template ${spaceId}` },
        )
    const replies = await Promise.all([send(), send(), send()])
    replies.push(await send())
    for (const { status, body, headers } of replies) {
      assert.deepEqual([status, body], [201, undefined])
      assert.equal(headers.get('location'), replies[0]?.headers.get('location'))
    }
    assert.equal((await revisionsOf(spaceId)).length, 2)
  })
})
