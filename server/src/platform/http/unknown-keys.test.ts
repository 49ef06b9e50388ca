import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { assertRefusal, send, type WireReply } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const strict = { prefer: 'handling=strict' }

const namesOf = ({ headers }: WireReply) => headers['x-unknown-keys']

describe('keys of a body that an operation does not know', () => {
  let api: TestApi
  let teams: string
  let space: string
  before(async () => {
    api = await startTestApi()
    teams = `/v1/orgs/${api.organization}/teams`
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Space' })
    space = `/v1/spaces/${made.body.id}`
  })
  after(async () => api.stop())

  const admin = () => ({ authorization: `Bearer ${api.tokens.admin}` })

  async function call(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<WireReply> {
    return send(api.url, method, path, {
      headers: {
        authorization: `Bearer ${api.tokens.admin}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  it('are accepted and named', async () => {
    const reply = await call('PATCH', space, { titel: 'Misspelt', title: 'Spelt' })
    assert.equal(reply.status, 200, reply.text)
    assert.equal(JSON.parse(reply.text).title, 'Spelt')
    assert.equal(namesOf(reply), 'titel')
  })

  it('are not mentioned where there are none', async () => {
    const reply = await call('PATCH', space, { title: 'Known', emoji: '1f4d8' }, strict)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(namesOf(reply), undefined)
  })

  it('are not taken from the one alternative that says nothing of the others', async () => {
    const spaces = `/v1/orgs/${api.organization}/spaces`
    for (const body of [{ title: 'Only' }, { title: 'Empty', empty: true }, {}]) {
      const reply = await call('POST', spaces, body, strict)
      assert.equal(reply.status, 201, reply.text)
      assert.equal(namesOf(reply), undefined)
    }
    const made = await call('POST', spaces, { titel: 'Misspelt', title: 'Spelt' })
    assert.equal(namesOf(made), 'titel')
  })

  it('are named by their path, in lists and maps and by the alternative that was meant', async () => {
    const members = await call('PUT', `${teams}/nope/members`, {
      add: [],
      memberships: { 'a.b': { role: 'owner', rolle: 'member' } },
    })
    assert.equal(members.status, 404)
    assert.equal(namesOf(members), 'memberships.a%2Eb.rolle')
    const content = await call('POST', `${space}/content`, {
      changes: [
        { operation: 'insert_page', title: 'One', document: { markdown: 'Text' } },
        { operation: 'set_variables', variables: { anything: 'goes' }, title: 'Two' },
      ],
    })
    assert.equal(namesOf(content), 'changes.1.title', content.text)
  })

  it('are not looked for where any key may stand', async () => {
    const reply = await call(
      'POST',
      `${space}/change-requests`,
      { own: { key: 1 } },
      strict,
    )
    assert.equal(reply.status, 201, reply.text)
    assert.equal(namesOf(reply), undefined)
  })

  it('are named where no body is expected at all', async () => {
    const reply = await call('POST', `${space}/restore`, { titel: 'x' })
    assert.equal(reply.status, 200, reply.text)
    assert.equal(namesOf(reply), 'titel')
  })

  it('are refused with all their names when the caller prefers that, and nothing happens', async () => {
    for (const prefer of [
      'handling=strict',
      'respond-async, Handling="STRICT"; x=1',
      'wait=10,handling = strict',
    ]) {
      const reply = await call(
        'PUT',
        teams,
        { title: 'Refused', titel: 'x', farbe: 'rot' },
        { prefer },
      )
      const { message, details } = assertRefusal(reply, 400, 'invalid_request')
      assert.match(message, /titel, farbe/)
      assert.deepEqual(
        details?.map(({ path }) => path),
        ['body.titel', 'body.farbe'],
      )
    }
    for (const prefer of ['handling=lenient', 'strict', 'xhandling=strict', '']) {
      const reply = await call('PUT', teams, { title: 'Taken', titel: 'x' }, { prefer })
      assert.equal(reply.status, 201, prefer)
    }
    const list = await api
      .as('admin')
      .get(`/orgs/${api.organization}/teams?title=Refused`)
    assert.equal(list.body.count, 0)
  })

  it('are named among query parameters too, before those of a body', async () => {
    const list = `${teams}?title=x&sort=title&limit=1`
    const named = await send(api.url, 'GET', list, { headers: admin() })
    assert.equal(named.status, 200)
    assert.equal(namesOf(named), 'query.sort')
    const both = await call('PATCH', `${space}?draft=1`, { titel: 'x' })
    assert.equal(namesOf(both), 'query.draft, titel')
    const known = await send(api.url, 'GET', `${teams}?title=x&limit=1`, {
      headers: { ...admin(), ...strict },
    })
    assert.equal(known.status, 200)
    assert.equal(namesOf(known), undefined)

    const refused = await send(api.url, 'GET', list, {
      headers: { ...admin(), ...strict },
    })
    const { message, details } = assertRefusal(refused, 400, 'invalid_request')
    assert.match(message, /query\.sort/)
    assert.deepEqual(details, [{ path: 'query.sort', message: 'is not known here' }])
  })

  it('are bounded and in plain characters among query parameters too', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `p${at}=1`).join('&')
    const reply = await send(api.url, 'GET', `${teams}?${many}`, { headers: admin() })
    const first = Array.from({ length: 20 }, (_, at) => `query.p${at}`)
    assert.equal(namesOf(reply), [...first, '...'].join(', '))
    const odd = `a%0D%0ASet-Cookie%3A%20x%3D1=1&format.refs=1&${'n'.repeat(300)}=1`
    const names = namesOf(
      await send(api.url, 'GET', `${teams}?${odd}`, { headers: admin() }),
    )
    assert.match(
      String(names),
      /^query\.a%0D%0ASet-Cookie%3A%20x%3D1, query\.format%2Erefs, query\.n{94}\.\.\.$/,
    )
  })

  it('tell an outsider and an anonymous caller nothing of what is there', async () => {
    const body = { titel: 'x' }
    const outsider = { authorization: `Bearer ${api.tokens.outsider}` }
    for (const headers of [{}, strict]) {
      const there = await call('PATCH', space, body, { ...headers, ...outsider })
      const nowhere = await call('PATCH', '/v1/spaces/none', body, {
        ...headers,
        ...outsider,
      })
      assert.equal(there.status, nowhere.status)
      assert.equal(namesOf(there), namesOf(nowhere))
      const anonymous = await send(api.url, 'PATCH', space, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      assertRefusal(anonymous, 401, 'unauthenticated')
      assert.equal(namesOf(anonymous), undefined)
    }
  })

  it('cannot put anything into the header but their names, in plain characters', async () => {
    const keys = [
      'a\r\nSet-Cookie: x=1',
      'ü, b',
      '"<>;',
      "~!*'()",
      '',
      '__proto__',
      'x'.repeat(500),
      '\u{1f600}'.repeat(60),
    ]
    const text = `{"title":"Plain",${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`
    const reply = await call('PATCH', space, text)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers['set-cookie'], undefined)
    const names = String(namesOf(reply)).split(', ')
    assert.equal(names.length, keys.length)
    for (const name of names) assert.match(name, /^[\w%-]{0,100}(?:\.\.\.)?$/)
    assert.equal(names[0], 'a%0D%0ASet-Cookie%3A%20x%3D1')
    assert.ok(names.includes('__proto__'))
    const [last = ''] = names.slice(-1)
    assert.doesNotThrow(() => decodeURIComponent(last.slice(0, 96)))
  })

  it('are bounded in number, in the header and in the refusal', async () => {
    const body = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, at) => [`k${at}`, at]),
    )
    const names = String(namesOf(await call('PATCH', space, body))).split(', ')
    assert.equal(names.length, 21)
    assert.equal(names.at(-1), '...')
    const { details } = assertRefusal(
      await call('PATCH', space, body, strict),
      400,
      'invalid_request',
    )
    assert.equal(details?.length, 20)
  })
})
