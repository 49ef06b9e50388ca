import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { assertRefusal, send, type WireReply } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { bodyBytesMax } from './large-requests.ts'

const around = (bytes: number[]) =>
  Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')])

const sized = (bytes: number) => {
  const start = '{"title":"Large","padding":"'
  return `${start}${'a'.repeat(bytes - start.length - 2)}"}`
}

const nested = (levels: number, open: string, close: string) =>
  `{"title":"Deep","x":${open.repeat(levels - 1)}${close.repeat(levels - 1)}}`

function keys(count: number): string {
  return Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')
}

const parts = (count: number) => `{"title":"Parts","x":[${'[],'.repeat(count)}1]}`

describe('bodies on the wire', () => {
  let api: TestApi
  let teams: string
  let team: string
  before(async () => {
    api = await startTestApi()
    teams = `/v1/orgs/${api.organization}/teams`
    const { body } = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Given' })
    team = `${teams}/${body.id}`
  })
  after(async () => api.stop())

  async function put(
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<WireReply> {
    return send(api.url, 'PUT', path, {
      headers: { authorization: `Bearer ${api.tokens.admin}`, ...headers },
      ...(body !== undefined && { body }),
    })
  }

  it('takes a JSON body, whatever its content type says besides', async () => {
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/merge-patch+json',
    ]) {
      const reply = await put(teams, '{"title":"Typed"}', { 'content-type': type })
      assert.equal(reply.status, 201, type)
    }
  })

  it('refuses a body of another type, or of none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'json', '']) {
      const reply = await put(teams, '{"title":"X"}', { 'content-type': type })
      assertRefusal(reply, 415, 'unsupported_media_type')
    }
    const untyped = await put(teams, '{"title":"X"}', {})
    assertRefusal(untyped, 415, 'unsupported_media_type')
  })

  it('takes an empty body for none, with and without a content type', async () => {
    const member = `${team}/members/${api.users.read}`
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json', 'content-length': '0' },
      { 'content-type': 'text/plain', 'content-length': '0' },
    ]) {
      assert.equal((await put(member, undefined, headers)).status, 204)
      const needed = assertRefusal(
        await put(teams, undefined, headers),
        400,
        'invalid_request',
      )
      assert.match(needed.message, /needs a JSON body/)
    }
    assert.equal((await put(member, ' \r\n\t')).status, 204)
    assertRefusal(await put(teams, ' \r\n\t'), 400, 'invalid_request')
  })

  it('takes an empty JSON body where there is no body to send', async () => {
    const reply = await send(api.url, 'DELETE', `${teams}/nope`, {
      headers: {
        authorization: `Bearer ${api.tokens.admin}`,
        'content-type': 'application/json',
      },
    })
    assert.equal(reply.status, 204)
  })

  it('refuses JSON that is no object', async () => {
    for (const body of ['null', '[]', '[{"title":"X"}]', '"title"', '7', 'true']) {
      const { message } = assertRefusal(await put(teams, body), 400, 'invalid_request')
      assert.match(message, /object/)
    }
    const optional = await put(`${team}/members/${api.users.read}`, 'null')
    assertRefusal(optional, 400, 'invalid_request')
  })

  it('refuses what is not JSON', async () => {
    for (const body of [
      '{',
      '{"title":',
      "{'title':'X'}",
      '{"title":"a\0b"}',
      'title=X',
    ]) {
      assertRefusal(await put(teams, body), 400, 'invalid_json')
    }
  })

  it('refuses bytes that are not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      assertRefusal(await put(teams, around(bytes)), 400, 'invalid_text')
    }
  })

  it('refuses NUL and halves of surrogate pairs, in values and in keys, and says where', async () => {
    const cases: [string, RegExp][] = [
      [String.raw`{"title":"a\u0000b"}`, /body\.title/],
      [String.raw`{"title":"a\ud800"}`, /body\.title/],
      [String.raw`{"title":"\uDC00b"}`, /body\.title/],
      [String.raw`{"title":"X","members":["ok","\u0000"]}`, /body\.members\[1\]/],
      [String.raw`{"title":"X","a\u0000b":1}`, /a key of body/],
      [String.raw`{"title":"X","deep":[{"\udfff":1}]}`, /a key of body\.deep\[0\]/],
    ]
    for (const [body, place] of cases) {
      const { message } = assertRefusal(await put(teams, body), 400, 'invalid_text')
      assert.match(message, place)
    }
  })

  it('keeps all other text as it was sent', async () => {
    const title = 'Ünïcode \u{1F600} \\u0000 \u2028 ﷽'
    for (const body of [
      JSON.stringify({ title }),
      JSON.stringify({ title }).replaceAll(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ]) {
      const reply = await put(teams, body)
      assert.equal(reply.status, 201, reply.text)
      assert.equal(JSON.parse(reply.text).title, title)
    }
  })

  it('counts the length of text in code points', async () => {
    assert.equal(
      (await put(teams, JSON.stringify({ title: '😀'.repeat(64) }))).status,
      201,
    )
    const reply = await put(teams, JSON.stringify({ title: '😀'.repeat(65) }))
    const { message } = assertRefusal(reply, 400, 'invalid_request')
    assert.equal(message, 'body.title must have at most 64 characters.')
  })

  it('ignores keys it does not know', async () => {
    const reply = await put(
      teams,
      '{"title":"Known","members":[],"color":"red","__proto__":{"members":["x"]},"constructor":1}',
    )
    assert.equal(reply.status, 201, reply.text)
    assert.equal(JSON.parse(reply.text).members, 1)
  })

  it('takes 2 MB and not a byte more, before anyone is asked to read it', async () => {
    assert.equal(bodyBytesMax, 2 * 1024 * 1024)
    assert.equal((await put(teams, sized(bodyBytesMax))).status, 201)
    const { message } = assertRefusal(
      await put(teams, sized(bodyBytesMax + 1)),
      413,
      'body_too_large',
    )
    assert.match(message, /2097152 bytes/)
    const chunked = await put(teams, sized(bodyBytesMax + 1), {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    })
    assertRefusal(chunked, 413, 'body_too_large')
  })

  it('takes 200 levels of nesting and refuses more, however many', async () => {
    assert.equal((await put(teams, nested(200, '[', ']'))).status, 201)
    const tooDeep = [
      nested(201, '[', ']'),
      nested(500_000, '[', ']'),
      `{"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
      '['.repeat(300),
    ]
    for (const body of tooDeep) {
      assertRefusal(await put(teams, body), 400, 'too_deep')
    }
    // Brackets inside text nest nothing.
    const text = await put(
      teams,
      `{"title":"Flat","x":"${String.raw`\"[{`.repeat(300)}"}`,
    )
    assert.equal(text.status, 201)
  })

  it('takes 10,000 keys in an object and refuses more, in however many others', async () => {
    const fine = `{"title":"Keys","x":{${keys(10_000)}},"y":[{${keys(9_000)}}]}`
    assert.equal((await put(teams, fine)).status, 201)
    for (const body of [`{${keys(10_001)}}`, `{"x":[{${keys(10_001)}}]}`]) {
      assertRefusal(await put(teams, body), 400, 'too_many_keys')
    }
  })

  it('has a bounded number of objects and lists', async () => {
    assert.equal((await put(teams, parts(399_998))).status, 201)
    assertRefusal(await put(teams, parts(399_999)), 400, 'too_many_parts')
  })

  it('names the first problem of a large body alone', async () => {
    const members = Array.from({ length: 100_000 }, () => ({}))
    const { message, details } = assertRefusal(
      await put(teams, JSON.stringify({ title: '', members })),
      400,
      'invalid_request',
    )
    assert.equal(details?.length, 1)
    assert.match(message, /^body\./)
  })

  it('names every problem at once, the first one in the message', async () => {
    const body = { title: '', members: [1, '', { id: 'x' }, 'fine'] }
    const { message, details } = assertRefusal(
      await put(teams, JSON.stringify(body)),
      400,
      'invalid_request',
    )
    assert.deepEqual(
      details?.map(({ path }) => path),
      ['body.title', 'body.members.0', 'body.members.1', 'body.members.2'],
    )
    const [first] = details ?? []
    assert.equal(message, `${first?.path} ${first?.message}.`)
    assert.equal(message, 'body.title must have at least 1 character.')
  })

  it('names at most twenty problems, each place once', async () => {
    const many = { members: Array.from({ length: 200 }, () => 1) }
    const { details } = assertRefusal(
      await put(teams, JSON.stringify(many)),
      400,
      'invalid_request',
    )
    assert.equal(details?.length, 20)
    assert.deepEqual(details[0], { path: 'body.title', message: 'is required' })
    assert.equal(new Set(details.map(({ path }) => path)).size, 20)
  })
})
