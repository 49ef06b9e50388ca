import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { DoneFor, ThreadTask } from '#/platform/threads/threads.ts'
import { send } from '#test/http/test-wire.ts'
import { ownHost, signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { publishVersions } from '#test/test-spec-versions.ts'

import { changesBetween, findVersions } from './changes-between.ts'

const info = { title: 'Pets', version: '1' }
const text = (schema: string) => ({ type: 'string', description: schema })
const answers = { 200: { description: 'Pets' } }
const query = (name: string, required = false) => ({
  name,
  in: 'query',
  required,
  schema: { type: 'string' },
})

const first = {
  openapi: '3.1.0',
  info,
  paths: {
    '/pets': {
      get: { operationId: 'listPets', parameters: [query('page')], responses: answers },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: text('Its name') } },
            },
          },
        },
        responses: answers,
      },
    },
    '/owners': { get: { responses: answers } },
  },
}

const second = {
  ...first,
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [query('page'), query('<script>alert(1)</script>', true)],
        responses: answers,
      },
      post: {
        ...first.paths['/pets'].post,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: { name: text('Its name'), age: { type: 'integer' } },
              },
            },
          },
        },
      },
    },
    '/vets': { get: { responses: answers } },
  },
}

const summaries = (body: TestBody) =>
  body.items.map(({ kind, breaking, rule }: TestBody) => `${kind} ${breaking} ${rule}`)

describe('the changes between versions of an OpenAPI specification', () => {
  let api: TestApi
  let specs: string
  before(async () => {
    api = await startTestApi()
    specs = `/orgs/${api.organization}/openapi`
  })
  after(async () => api.stop())

  const versionsOf = async (slug: string, ...documents: readonly object[]) =>
    publishVersions(api, slug, ...documents)
  const changesPath = (slug: string, version = '', to?: string) =>
    `${specs}/${slug}/versions/${version}/changes${to === undefined ? '' : `?to=${to}`}`

  it('are told with the reason and the place, the breaking ones first', async () => {
    const [one, two] = await versionsOf('pets', first, second)
    const { status, body } = await api.as('read').get(changesPath('pets', one))
    assert.equal(status, 200)
    assert.deepEqual(summaries(body), [
      'removed true operation-removed',
      'added true required-parameter-added',
      'changed true field-required',
      'added false optional-field-added',
      'added false operation-added',
    ])
    assert.equal(body.count, 5)
    assert.equal(body.breakingCount, 3)
    assert.deepEqual([body.from, body.to], [one, two])
    assert.equal(body.partial, undefined)
    const [removed, added, required] = body.items
    assert.deepEqual(removed.place, {
      operation: { method: 'get', path: '/owners' },
      pointer: '/paths/~1owners/get',
      side: 'both',
    })
    assert.deepEqual(added.place.operation, {
      method: 'get',
      path: '/pets',
      operationId: 'listPets',
    })
    assert.equal(required.place.name, 'name')
    assert.equal(required.place.side, 'request')
    for (const { message, reason } of body.items) {
      assert.match(message, /\.$/)
      assert.match(reason, /\.$/)
    }

    const back = await api.as('read').get(changesPath('pets', two, one))
    assert.ok(summaries(back.body).includes('removed true operation-removed'))
    const named = await api.as('read').get(changesPath('pets', one, two))
    assert.deepEqual(named.body.items, body.items)
    const same = await api.as('read').get(changesPath('pets', two))
    assert.deepEqual([same.body.count, same.body.items], [0, []])
  })

  it('are filtered by whether they break callers, and come in pages', async () => {
    const [one, two] = await versionsOf('paged', first, second)
    const path = changesPath('paged', one)
    const breaking = await api.as('read').get(`${path}?breaking=true`)
    assert.deepEqual([breaking.body.count, breaking.body.items.length], [3, 3])
    const harmless = await api.as('read').get(`${path}?breaking=false`)
    assert.deepEqual([harmless.body.count, harmless.body.breakingCount], [2, 3])
    const all = await api.as('read').get(path)

    const start = await api.as('read').get(`${path}?limit=2`)
    assert.equal(start.body.items.length, 2)
    // A version that comes between two pages changes nothing about the list that was begun.
    await versionsOf('paged', first)
    const next = start.body.next.page
    const other = await api.as('read').get(`${path}?breaking=true&page=${next}`)
    assert.equal(other.status, 400, 'a cursor is for one list alone')
    const found = [...start.body.items]
    let page = next
    while (page !== undefined) {
      const { body } = await api.as('read').get(`${path}?limit=2&page=${page}`)
      assert.equal(body.to, two)
      found.push(...body.items)
      page = body.next?.page
    }
    assert.deepEqual(found, all.body.items)
    const none = await api.as('read').get(`${path}?limit=0&to=${two}`)
    assert.deepEqual([none.body.items, none.body.count], [[], 5])
    const now = await api.as('read').get(path)
    assert.deepEqual([now.body.count, now.body.to === two], [0, false])
  })

  it('are told of OpenAPI 2.0 as well, and between 2.0 and 3', async () => {
    const old = (required: boolean) => ({
      swagger: '2.0',
      info,
      paths: {
        '/pets': {
          get: {
            parameters: [{ name: 'page', in: 'query', required, type: 'string' }],
            responses: answers,
          },
        },
      },
    })
    const [one] = await versionsOf('old', old(false), old(true))
    const { body } = await api.as('read').get(changesPath('old', one))
    assert.deepEqual(summaries(body), ['changed true parameter-required'])
    const [before_, after_] = await versionsOf('newer', old(false), {
      openapi: '3.0.3',
      info,
      paths: { '/pets': { get: { parameters: [query('page')], responses: answers } } },
    })
    const both = await api.as('read').get(changesPath('newer', before_, after_))
    assert.deepEqual(both.body.items, [])
  })

  it('are for members, and hide from everybody else whether there is anything', async () => {
    const [one] = await versionsOf('hidden', first, second)
    const path = changesPath('hidden', one)
    assert.equal((await api.as('guest').get(path)).status, 403)
    const there = await api.as('outsider').get(path)
    const nowhere = await api
      .as('outsider')
      .get(path.replace(api.organization, 'nowhere'))
    assert.deepEqual(
      [there.status, there.body.error.reason],
      [nowhere.status, nowhere.body.error.reason],
    )
    for (const wrong of [
      changesPath('nothing', one),
      changesPath('hidden', 'nothing'),
      changesPath('hidden', one, 'nothing'),
      changesPath('pets', one),
    ]) {
      assert.equal((await api.as('read').get(wrong)).status, 404, wrong)
    }
    assert.equal((await api.as('read').get(`${path}?to=`)).status, 400)
    assert.equal((await api.as('read').get(`${path}?breaking=maybe`)).status, 400)
  })

  const open = async (url: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url)
    const reply = await fetch(new URL(pathname + search, api.url), { headers })
    return { reply, page: await reply.text() }
  }
  const bearer = (name: 'read' | 'guest' | 'outsider') => ({
    authorization: `Bearer ${api.tokens[name]}`,
  })

  it('are a page that a member opens, and gives to others for an hour', async () => {
    const [one, two] = await versionsOf('shown', first, second)
    const { body } = await api.as('read').get(changesPath('shown', one))
    const { urls } = body
    assert.equal(
      urls.app,
      `http://lectern.test/o/${api.organization}/openapi/shown/changes/${one}/${two}`,
    )
    assert.equal((await api.as('read').get(urls.location.split('/v1')[1])).status, 200)
    const { reply, page } = await open(urls.page)
    assert.equal(reply.status, 200)
    assert.match(page, /<h1>Changes of shown<\/h1>/)
    assert.match(page, /5 changes,\s+3 of them breaking/)
    assert.match(
      page,
      /What breaks callers[^]*GET \/owners[^]*What does not[^]*GET \/vets/,
    )
    assert.ok(!page.includes('<script'), 'what strangers write is text')
    assert.ok(page.includes('&lt;script&gt;'))
    assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(reply.headers.get('cache-control'), 'no-store')

    const bare = new URL(urls.page)
    bare.search = ''
    assert.equal((await open(bare.href)).reply.status, 404)
    assert.equal((await open(bare.href, bearer('guest'))).reply.status, 404)
    assert.equal((await open(bare.href, bearer('outsider'))).reply.status, 404)
    assert.equal((await open(bare.href, bearer('read'))).reply.status, 200)
    for (const [name, status] of [
      ['read', 200],
      ['guest', 404],
      ['outsider', 404],
    ] as const) {
      const { cookie } = await signIn(api, api.users[name])
      const headers = { host: ownHost, cookie }
      const seen = await send(api.url, 'GET', bare.pathname, { headers })
      assert.equal(seen.status, status, name)
    }
    const changed = [
      urls.page.replace(one, two),
      urls.page.replace('/shown/', '/pets/'),
      urls.page.replace(/expires=\d/, 'expires=9'),
      urls.page.replace(/expires=\d+/, 'expires=x'),
    ]
    for (const url of changed) assert.equal((await open(url)).reply.status, 404, url)
  })

  it('are compared once, however many ask', async () => {
    const another = { ...info, title: 'Others' }
    const [from = '', to = ''] = await versionsOf(
      'once',
      { ...first, info: another },
      { ...second, info: another },
    )
    let runs = 0
    const { services, organization } = api
    const counting = {
      ...services,
      threads: {
        ...services.threads,
        run: async <Input, Output>(
          doneFor: DoneFor,
          task: ThreadTask<Input, Output>,
          input: Input,
        ): Promise<Output> => {
          runs += 1
          return services.threads.run(doneFor, task, input)
        },
      },
    }
    const named = { organizationId: organization, specSlug: 'once', from, to }
    const found = await findVersions(services, named)
    const ask = async () => changesBetween(counting, organization, found)
    const all = await Promise.all([ask(), ask(), ask()])
    for (const { changes } of [...all, await ask()]) assert.equal(changes.length, 5)
    assert.equal(runs, 1)
  })
})
