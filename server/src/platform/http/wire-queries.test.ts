import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Type } from 'typebox'

import { ApiError } from '#/platform/errors/api-error.ts'
import { assertRefusal, send } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { lazyValidator } from './request-validation.ts'

describe('queries on the wire', () => {
  let api: TestApi
  let teams: string
  before(async () => {
    api = await startTestApi()
    teams = `/v1/orgs/${api.organization}/teams`
    for (const title of ['One', 'Two', 'Three']) {
      await api.as('admin').put(`/orgs/${api.organization}/teams`, { title })
    }
  })
  after(async () => api.stop())

  const get = async (query: string) =>
    send(api.url, 'GET', `${teams}?${query}`, {
      headers: { authorization: `Bearer ${api.tokens.read}` },
    })
  const list = async (query: string) => {
    const reply = await get(query)
    assert.equal(reply.status, 200, reply.text)
    return JSON.parse(reply.text)
  }

  it('takes a limit from 0 to 1000', async () => {
    const sizes: Record<string, number> = { '0': 0, '1': 1, '2': 2, '3': 3, '1000': 3 }
    for (const [limit, size] of Object.entries(sizes)) {
      const { items, count, next } = await list(`limit=${limit}`)
      assert.equal(items.length, size)
      assert.equal(count, 3)
      assert.equal(next !== undefined, size > 0 && size < 3)
    }
    assert.equal((await list('')).items.length, 3)
  })

  it('refuses every other limit', async () => {
    for (const limit of [
      '-1',
      '1001',
      'abc',
      '1.5',
      '',
      ' ',
      '1e2',
      '0x10',
      '+1',
      'null',
      '9'.repeat(30),
    ]) {
      const reply = await get(`limit=${encodeURIComponent(limit)}`)
      const { message, details } = assertRefusal(reply, 400, 'invalid_request')
      assert.match(message, /^query\.limit must be /)
      assert.deepEqual(
        details?.map(({ path }) => path),
        ['query.limit'],
      )
    }
    assertRefusal(await get('limit=1&limit=2'), 400, 'invalid_request')
  })

  it('names the problems of the query together', async () => {
    const reply = await get(`limit=-1&page=&title=${'x'.repeat(257)}`)
    const { message, details } = assertRefusal(reply, 400, 'invalid_request')
    assert.deepEqual(details?.map(({ path }) => path).toSorted(), [
      'query.limit',
      'query.page',
      'query.title',
    ])
    assert.equal(message, `${details?.[0]?.path} ${details?.[0]?.message}.`)
  })

  it('ignores keys it does not know, whatever they are called and hold', async () => {
    const plain = await list('limit=2')
    for (const query of [
      'color=red',
      '__proto__=1&constructor=2&toString=3',
      'limits=-1',
      'items[]=1&items[]=2',
      '&&&',
    ]) {
      assert.deepEqual(await list(`limit=2&${query}`), plain)
    }
  })

  it('refuses NUL and what is not UTF-8', async () => {
    for (const text of ['%00', 'a%00b', '%ED%A0%80', '%C3%28', '%FF', '%zz', '%']) {
      assertRefusal(await get(`title=${text}`), 400, 'invalid_text')
    }
  })

  it('reads a plus sign as a space and everything else as it is written', async () => {
    const title = 'A+B & C=D 100% ü'
    await api.as('admin').put(`/orgs/${api.organization}/teams`, { title })
    for (const query of [
      `title=${encodeURIComponent(title)}`,
      new URLSearchParams({ title }).toString(),
    ]) {
      assert.deepEqual(
        (await list(query)).items.map((team: { title: string }) => team.title),
        [title],
      )
    }
  })

  it('refuses a repeated key where one value is meant', async () => {
    const { message } = assertRefusal(
      await get('title=One&title=Two'),
      400,
      'invalid_request',
    )
    assert.match(message, /^query\.title /)
  })
})

describe('values of a query', () => {
  const schema = Type.Object({
    flag: Type.Optional(Type.Boolean()),
    authors: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
    size: Type.Optional(Type.Integer()),
  })
  const validate = lazyValidator(schema, 'querystring', false)
  const read = (query: object) => {
    const outcome = validate(structuredClone(query))
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  it('reads booleans as words or digits, in exactly these spellings', () => {
    for (const text of ['true', '1']) {
      assert.deepEqual(read({ flag: text }), { flag: true })
    }
    for (const text of ['false', '0']) {
      assert.deepEqual(read({ flag: text }), { flag: false })
    }
    for (const text of ['', 'TRUE', 'yes', 'on', '2', 'null']) {
      assert.throws(() => read({ flag: text }), /query\.flag must be boolean/)
    }
  })

  it('reads repeated keys as a list, and one key as a list of one', () => {
    assert.deepEqual(read({ authors: ['a', 'b'] }), { authors: ['a', 'b'] })
    assert.deepEqual(read({ authors: 'a' }), { authors: ['a'] })
    assert.throws(() => read({ authors: ['a', 'b', 'c', 'd'] }), ApiError)
  })

  it('reads whole numbers only, and none that lose digits', () => {
    assert.deepEqual(read({ size: '-12' }), { size: -12 })
    for (const text of ['1.0', '1e3', ' 1', '1 ', '٣', '9007199254740993']) {
      assert.throws(() => read({ size: text }), /query\.size must be integer/)
    }
  })

  it('finds bad text in any value of a list', () => {
    assert.throws(() => read({ authors: ['fine', 'a\0b'] }), /query\.authors/)
  })

  it('gives on nothing that the operation does not know', () => {
    assert.deepEqual(read({ size: '1', other: 'x' }), { size: 1 })
  })
})
