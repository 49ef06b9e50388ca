import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createSigner } from '#/platform/secrets/signing.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

import { decodeCursor, encodeCursor } from './cursor.ts'
import { readPage } from './paging.ts'

const publicUrl = 'http://lectern.test/some/prefix'

const idsOf = ({ body }: TestReply): string[] =>
  body.items.map((team: { id: string }) => team.id)

describe('paging through a list', () => {
  let api: TestApi
  let teams: string
  const ids: string[] = []
  before(async () => {
    api = await startTestApi({ PUBLIC_URL: publicUrl })
    teams = `/orgs/${api.organization}/teams`
    for (let number = 1; number <= 7; number += 1) {
      const { body } = await api.as('admin').put(teams, { title: `Team ${number}` })
      ids.push(body.id)
    }
    await api.as('outsider').put(`/orgs/${api.otherOrganization}/teams`, { title: 'A' })
    await api.as('outsider').put(`/orgs/${api.otherOrganization}/teams`, { title: 'B' })
  })
  after(async () => api.stop())

  const nextOf = async (query: string): Promise<string> => {
    const { body } = await api.as('read').get(`${teams}?${query}`)
    return body.next.page
  }
  async function assertRefused(target: string): Promise<void> {
    const { status, body } = await api.as('read').get(target)
    assert.equal(status, 400, target)
    assert.equal(body.error.reason, 'invalid_cursor')
  }

  it('shows everything once, in order, when the links are followed as they stand', async () => {
    const seen: string[] = []
    let target: string | undefined = `${teams}?limit=3&title=team`
    let pages = 0
    while (target !== undefined) {
      const reply: TestReply = await api.as('read').get(target)
      seen.push(...idsOf(reply))
      pages += 1
      const link = reply.headers.get('link')
      assert.equal(link === null, reply.body.next === undefined)
      const [, href] = /^<(.+)>; rel="next"$/.exec(link ?? '') ?? []
      assert.ok(href === undefined || href.startsWith(`${publicUrl}/v1/`), href)
      target = href?.slice(`${publicUrl}/v1`.length)
    }
    assert.deepEqual(seen, ids)
    assert.equal(pages, 3)
  })

  it('has no next page after the last one, also when that is full', async () => {
    for (const limit of [7, 8, 1000]) {
      const { body, headers } = await api.as('read').get(`${teams}?limit=${limit}`)
      assert.equal(body.items.length, 7)
      assert.ok(!('next' in body))
      assert.equal(headers.get('link'), null)
    }
    const { body } = await api.as('read').get(`${teams}?limit=0`)
    assert.deepEqual(body, { items: [], count: 7 })
  })

  it('links to this installation, whatever host the request names', async () => {
    const reply = await api
      .as('read')
      .get(`${teams}?limit=1`, { 'x-forwarded-host': 'elsewhere.example' })
    assert.ok(reply.headers.get('link')?.startsWith(`<${publicUrl}/v1/`))
  })

  it('links with the parameters it knows, and no others', async () => {
    const reply = await api.as('read').get(`${teams}?limit=1&title=team&unknown=1`)
    const link = reply.headers.get('link') ?? ''
    assert.match(link, /limit=1/)
    assert.match(link, /title=team/)
    assert.doesNotMatch(link, /unknown/)
  })

  it('goes on with another limit, in any order of the parameters and with unknown ones', async () => {
    const page = await nextOf(`limit=2&title=team&owner=${api.users.admin}`)
    for (const query of [
      `limit=3&page=${page}&title=team&owner=${api.users.admin}`,
      `owner=${api.users.admin}&title=team&limit=3&page=${page}`,
      `color=red&title=team&page=${page}&owner=${api.users.admin}&limit=3`,
    ]) {
      assert.deepEqual(
        idsOf(await api.as('read').get(`${teams}?${query}`)),
        ids.slice(2, 5),
      )
    }
    const withUnknown = await nextOf('limit=2&color=red')
    const goneOn = await api.as('read').get(`${teams}?limit=2&page=${withUnknown}`)
    assert.deepEqual(idsOf(goneOn), ids.slice(2, 4))
  })

  it('refuses a cursor under other filters', async () => {
    const page = await nextOf('limit=2')
    await assertRefused(`${teams}?page=${page}&title=team`)
    await assertRefused(`${teams}?page=${page}&owner=${api.users.admin}`)
    const filtered = await nextOf('limit=2&title=team')
    await assertRefused(`${teams}?page=${filtered}`)
    await assertRefused(`${teams}?page=${filtered}&title=Team`)
  })

  it('refuses a cursor of another list', async () => {
    const page = await nextOf('limit=2')
    await assertRefused(`${teams}/${ids[0]}/members?page=${page}`)
    await assertRefused(
      `/orgs/${api.organization}/members/${api.users.admin}/teams?page=${page}`,
    )
  })

  it('refuses a cursor of another organization, in both directions', async () => {
    const { body } = await api
      .as('outsider')
      .get(`/orgs/${api.otherOrganization}/teams?limit=1`)
    await assertRefused(`${teams}?page=${body.next.page}`)
    const ours = await nextOf('limit=1')
    const theirs = await api
      .as('outsider')
      .get(`/orgs/${api.otherOrganization}/teams?page=${ours}`)
    assert.equal(theirs.status, 400)
  })

  it('refuses a cursor that was touched', async () => {
    const page = await nextOf('limit=2')
    const [key = '', signature = ''] = page.split('.')
    const forged = Buffer.from(JSON.stringify([ids[5]])).toString('base64url')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const touched of [
      'x',
      '.',
      key,
      `${key}.`,
      `.${signature}`,
      `${forged}.${signature}`,
      `${key}.${flipped}`,
      `${page}x`,
      `${page}.${signature}`,
      `${key}=.${signature}`,
    ]) {
      await assertRefused(`${teams}?page=${encodeURIComponent(touched)}`)
    }
    assert.equal((await api.as('read').get(`${teams}?page=${page}`)).status, 200)
  })

  it('refuses a cursor longer than any it gives', async () => {
    const reply = await api.as('read').get(`${teams}?page=${'x'.repeat(2049)}`)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.reason, 'invalid_request')
  })

  it('goes on after the last shown entry when that is gone meanwhile', async () => {
    const { body } = await api.as('admin').put(teams, { title: 'Soon gone' })
    const all = [...ids, body.id]
    const page = await nextOf(`limit=${all.length - 1}`)
    await api.as('admin').delete(`${teams}/${ids[6]}`)
    const reply = await api.as('read').get(`${teams}?limit=5&page=${page}`)
    assert.deepEqual(idsOf(reply), [body.id])
  })
})

describe('cursors', () => {
  const scope = {
    reader: 'me',
    operation: 'list',
    params: { a: '1' },
    filters: { b: '2', c: true },
  }
  const key = ['2026-01-02T03:04:05.678901Z', 7, null]

  it('carry strings, numbers and nulls unchanged', () => {
    const signer = createSigner(['k'.repeat(40)])
    assert.deepEqual(decodeCursor(signer, scope, encodeCursor(signer, scope, key)), key)
  })

  it('stay good while the key they were signed with is kept, and no longer', () => {
    const old = createSigner(['old-'.repeat(10)])
    const cursor = encodeCursor(old, scope, key)
    const rotated = createSigner(['new-'.repeat(10), 'old-'.repeat(10)])
    assert.deepEqual(decodeCursor(rotated, scope, cursor), key)
    const forgotten = createSigner(['new-'.repeat(10)])
    assert.throws(() => decodeCursor(forgotten, scope, cursor), {
      reason: 'invalid_cursor',
    })
  })

  it('are no cursors of a list whose values only look alike', () => {
    const signer = createSigner(['k'.repeat(40)])
    const cursor = encodeCursor(signer, scope, key)
    for (const other of [
      { ...scope, reader: 'you' },
      { ...scope, operation: 'other' },
      { ...scope, params: { a: '2' } },
      { ...scope, filters: { b: '2', c: 'true' } },
      { ...scope, filters: { b: '2' } },
      { ...scope, params: { a: '1', b: '2' }, filters: { c: true } },
    ]) {
      assert.throws(() => decodeCursor(signer, other, cursor), {
        reason: 'invalid_cursor',
      })
    }
  })
})

describe('a page', () => {
  const signer = createSigner(['k'.repeat(40)])
  const caller = {
    userId: 'me',
    tokenId: 'token',
    mayWrite: true,
    organizationId: undefined,
  }
  const page = (query: { limit?: number }) =>
    readPage({ signer, operationId: 'x', caller }, { params: {}, query })

  it('reads more rows than it shows, in one of a few sizes, and none for none', () => {
    const sizes = new Set<number>()
    for (let limit = 1; limit <= 1000; limit += 1) {
      const { rowsMax } = page({ limit })
      assert.ok(rowsMax > limit)
      sizes.add(rowsMax)
    }
    assert.ok(sizes.size <= 10)
    assert.equal(page({}).rowsMax, page({ limit: 50 }).rowsMax)
    assert.equal(page({ limit: 0 }).rowsMax, 0)
    assert.equal(page({}).afterText(0), undefined)
  })

  it('shows no more than was asked for and ends where the last shown row ends', () => {
    const rows = Array.from({ length: 11 }, (_, index) => index)
    const { items, next } = page({ limit: 3 }).finish(rows, {
      count: 11,
      keyOf: (row) => [row],
      view: (row) => row * 10,
    })
    assert.deepEqual(items, [0, 10, 20])
    const scope = { reader: 'me ', operation: 'x', params: {}, filters: {} }
    assert.deepEqual(decodeCursor(signer, scope, next?.page ?? ''), [2])
  })
})
