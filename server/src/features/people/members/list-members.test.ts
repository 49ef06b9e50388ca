import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startApi } from '#/start/api.ts'
import { newPerson, nowhere, refusal } from '#test/members/test-members.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const roleOfRow = `case when i % 8 = 0 then 'admin' when i % 8 = 1 then 'create' when i % 8 = 2 then 'review'
  when i % 8 = 3 then 'edit' when i % 8 = 4 then 'comment' when i % 8 = 5 then 'read' when i % 8 = 6 then 'read' end`

describe('the list of members', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  it('answers each member whole', async () => {
    const reply = await api.as('read').get(`${members}?role=edit`)

    assert.equal(reply.status, 200)
    assert.equal(reply.body.count, 1)
    const [{ joinedAt, ...member }] = reply.body.items
    assert.match(joinedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(member, {
      object: 'member',
      id: api.users.edit,
      role: 'edit',
      user: {
        object: 'user',
        id: api.users.edit,
        displayName: 'Edit of acme',
        email: 'edit@acme.example',
        urls: { location: `http://lectern.test/v1/users/${api.users.edit}` },
      },
      disabled: false,
      sso: false,
      spaces: 0,
      teams: 0,
      sites: 0,
    })
  })

  it('may be read by everyone but guests', async () => {
    for (const name of [
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
    ] as const) {
      assert.equal((await api.as(name).get(members)).status, 200, name)
    }
    const reply = await api.as('guest').get(members)
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.reason, 'forbidden')
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const hidden = await api.as('outsider').get(members)
    const missing = await api.as('outsider').get(`/orgs/${nowhere}/members`)

    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, api.organization), refusal(missing, nowhere))
  })

  it('refuses the anonymous caller', async () => {
    assert.equal((await api.anonymous().get(members)).status, 401)
  })

  it('is refused to a suspended member', async () => {
    const { userId, caller } = await newPerson(api, { name: 'Suspended', role: 'admin' })
    await api.rows('update member set disabled = true where user_id = $1', [userId])

    const reply = await caller.get(members)
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.reason, 'member_disabled')
    await api.rows('delete from account where id = $1', [userId])
    await recount(api, api.organization)
  })

  it('costs one statement per page', async () => {
    const sent: string[] = []
    const second = await startApi(api.services.config, {
      onStatement: (text) => sent.push(text),
    })
    const headers = { authorization: `Bearer ${api.tokens.admin}` }
    const read = async (query: string) =>
      fetch(`${second.url}/v1${members}${query}`, { headers })
    try {
      for (const query of ['', '?sort=lastSeenAt', '?role=guest', '?search=acme']) {
        sent.length = 0
        assert.equal((await read(query)).status, 200)
        // The caller is looked up by a separate statement, for many requests at once.
        const ofList = sent.filter((text) => !text.includes('api_token'))
        assert.equal(ofList.length, 1, query)
      }
    } finally {
      await second.stop()
    }
  })
})

describe('the order, filters and pages of the list of members', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
    // Groups of three share a time, so that pages end in the middle of a tie.
    await addCrowd(api, api.organization, { prefix: 'crowd', size: 80 })
  })
  after(async () => api.stop())

  const cases = ['joinedAt', 'lastSeenAt'].flatMap((sort) =>
    ['asc', 'desc'].flatMap((order) =>
      [undefined, 'read', 'guest'].map((role) => ({ sort, order, role })),
    ),
  )
  for (const { sort, order, role } of cases) {
    const named = role === undefined ? 'everyone' : `every ${role}`
    it(`walks ${named} by ${sort} ${order} without gaps or repeats`, async () => {
      const query = new URLSearchParams({ sort, order, ...(role && { role }) })
      const walked = await walk(api, `${members}?${query.toString()}`, 4)

      const expected = await expectedIds(api, { sort, order, role })
      assert.deepEqual(walked.ids, expected)
      assert.ok(walked.ids.length > 4)
      assert.deepEqual(walked.counts, new Set([expected.length]))
    })
  }

  it('begins with the latest to join when nothing is said', async () => {
    const { body } = await api.as('admin').get(`${members}?limit=1000`)
    const ids = body.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, await expectedIds(api, { sort: 'joinedAt', order: 'desc' }))
    assert.equal(body.next, undefined)
  })

  it('leaves out the never seen and the disabled when sorted by lastSeenAt', async () => {
    const { body } = await api.as('admin').get(`${members}?sort=lastSeenAt&limit=1000`)

    assert.ok(body.items.length > 0)
    for (const member of body.items) {
      assert.equal(typeof member.lastSeenAt, 'string')
      assert.equal(member.disabled, false)
    }
    const [{ left }] = await api.rows(
      'select count(*) as left from member where organization_id = $1 and (disabled or last_seen_at is null)',
      [api.organization],
    )
    assert.equal(body.count, 87 - left)
    assert.ok(left > 0)
  })

  it('lists only guests, who have no role, under role=guest', async () => {
    const { body } = await api.as('admin').get(`${members}?role=guest`)
    assert.deepEqual(
      new Set(body.items.map(({ role }: { role: string | null }) => role)),
      new Set([null]),
    )
  })

  it('answers a count and nothing else with limit=0', async () => {
    const { body } = await api.as('admin').get(`${members}?limit=0`)
    assert.deepEqual(body, { items: [], count: 87 })
  })

  it('answers an empty page with its count when nobody matches', async () => {
    const { body } = await api.as('admin').get(`${members}?search=nobody-like-this`)
    assert.deepEqual(body, { items: [], count: 0 })
  })

  it('refuses a cursor of another sort, filter, list or hand', async () => {
    const { body } = await api.as('admin').get(`${members}?limit=2`)
    const page = encodeURIComponent(body.next.page)
    const foreign = [
      `${members}?limit=2&order=asc&page=${page}`,
      `${members}?limit=2&sort=lastSeenAt&page=${page}`,
      `${members}?limit=2&role=read&page=${page}`,
      `${members}?limit=2&search=a&page=${page}`,
      `${members}/${api.users.edit}/teams?page=${page}`,
      `${members}?limit=2&page=x${page}`,
    ]
    for (const target of foreign) {
      const reply = await api.as('admin').get(target)
      assert.equal(reply.status, 400, target)
      assert.equal(reply.body.error.reason, 'invalid_cursor')
    }
  })

  it('refuses unknown sorts, orders, roles and limits', async () => {
    for (const query of [
      'sort=name',
      'order=up',
      'role=owner',
      'limit=1001',
      'limit=-1',
    ]) {
      assert.equal((await api.as('admin').get(`${members}?${query}`)).status, 400, query)
    }
  })
})

describe('the search among members', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
    for (const name of [
      'Zoë Ångström',
      '50%Off',
      'under_score',
      String.raw`back\slash`,
    ]) {
      await newPerson(api, { name, role: 'read' })
    }
  })
  after(async () => api.stop())

  async function found(text: string): Promise<string[]> {
    const query = new URLSearchParams({ search: text })
    const { status, body } = await api.as('read').get(`${members}?${query.toString()}`)
    assert.equal(status, 200)
    assert.equal(body.count, body.items.length)
    return body.items
      .map(({ user }: { user: { displayName: string } }) => user.displayName)
      .toSorted()
  }

  it('finds any part of a name or address in any case', async () => {
    assert.deepEqual(await found('EDIT of'), ['Edit of acme'])
    assert.deepEqual(await found('guest@acme'), ['Guest of acme'])
    assert.equal((await found('ACME.EXAMPLE')).length, 7)
    assert.deepEqual(await found('zOË'), ['Zoë Ångström'])
    assert.deepEqual(await found('ÅNGS'), ['Zoë Ångström'])
  })

  it('finds texts too short for the index as well', async () => {
    assert.deepEqual(await found('ë'), ['Zoë Ångström'])
    assert.deepEqual(await found('Å'), ['Zoë Ångström'])
    assert.deepEqual(await found('vi'), ['Review of acme'])
    assert.deepEqual(await found('qx'), [])
  })

  it('takes wildcards for themselves', async () => {
    assert.deepEqual(await found('%'), ['50%Off'])
    assert.deepEqual(await found('50%O'), ['50%Off'])
    assert.deepEqual(await found('0%off'), ['50%Off'])
    assert.deepEqual(await found('under_'), ['under_score'])
    assert.deepEqual(await found('und_r'), [])
    assert.deepEqual(await found(String.raw`back\sl`), [String.raw`back\slash`])
    assert.deepEqual(await found(String.raw`\ `.trim()), [String.raw`back\slash`])
  })

  it('does not match across name and address', async () => {
    assert.deepEqual(await found('acme edit@'), [])
  })

  it('lists everyone for an empty text', async () => {
    assert.equal((await found('')).length, 11)
  })

  it('combines with role and sort', async () => {
    const reply = await api.as('read').get(`${members}?search=acme&role=guest`)
    assert.deepEqual(
      reply.body.items.map(({ id }: { id: string }) => id),
      [api.users.guest],
    )
    const seen = await api.as('read').get(`${members}?search=acme&sort=lastSeenAt`)
    assert.deepEqual(seen.body, { items: [], count: 0 })
  })

  it('pages through more matches than it counts, saying so', async () => {
    const size = 10_050
    await addCrowd(api, api.otherOrganization, { prefix: 'legion', size })
    const outsider = api.as('outsider')
    const others = `/orgs/${api.otherOrganization}/members`

    const many = await outsider.get(`${others}?search=LEGION&order=asc&limit=3`)
    assert.equal(many.body.count, 10_000)
    assert.equal(many.body.countIsLowerBound, true)
    const pages = await walk(api, `${others}?search=LEGION&order=asc`, 1000, 'outsider')
    const expected = await api.rows(
      `select user_id from member where organization_id = $1 and search_text like '%legion%'
       order by joined_at, user_id`,
      [api.otherOrganization],
    )
    assert.equal(pages.ids.length, size)
    assert.deepEqual(
      pages.ids,
      expected.map(({ user_id }) => user_id),
    )

    const few = await walk(api, `${others}?search=legion+0004`, 4, 'outsider')
    assert.deepEqual(few.counts, new Set([10]))
    assert.equal(new Set(few.ids).size, 10)
  })
})

interface Crowd {
  readonly prefix: string
  readonly size: number
}

/** Adds people of all roles, some never seen, some disabled, with times that tie. */
async function addCrowd(
  api: TestApi,
  organizationId: string,
  { prefix, size }: Crowd,
): Promise<void> {
  await api.rows(
    `insert into account (id, display_name, email)
     select $1 || lpad(i::text, 5, '0'), $1 || ' ' || lpad(i::text, 5, '0'), $1 || i || '@crowd.example'
     from generate_series(1, $2::integer) i`,
    [prefix, size],
  )
  await api.rows(
    `insert into member (organization_id, user_id, role, joined_at, last_seen_at, disabled, search_text)
     select $1, id, ${roleOfRow}, now() - (i / 3) * interval '1 hour',
       case when i % 5 > 0 then now() - (i / 3) * interval '1 minute' end, i % 11 = 0,
       lower(display_name || E'\\n' || email)
     from (select *, right(id, 5)::integer as i from account where id like $2 || '%') as crowd`,
    [organizationId, prefix],
  )
  await recount(api, organizationId)
}

async function recount(api: TestApi, organizationId: string): Promise<void> {
  await api.rows(
    `insert into organization_counter (organization_id, name, value)
     select $1, name, count(*) filter (
       where name = 'members' or (last_seen_at is not null and not disabled)
     )
     from member, unnest(array['members', 'members-seen']) as name
     where organization_id = $1
     group by name
     on conflict (organization_id, name) do update set value = excluded.value`,
    [organizationId],
  )
}

async function walk(
  api: TestApi,
  target: string,
  limit: number,
  as: 'admin' | 'outsider' = 'admin',
): Promise<{ ids: string[]; counts: Set<number> }> {
  const ids: string[] = []
  const counts = new Set<number>()
  let page = ''
  for (;;) {
    const { status, body } = await api.as(as).get(`${target}&limit=${limit}${page}`)
    assert.equal(status, 200)
    assert.ok(body.items.length <= limit)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    counts.add(body.count)
    if (body.next === undefined) return { ids, counts }
    page = `&page=${encodeURIComponent(body.next.page)}`
  }
}

async function expectedIds(
  api: TestApi,
  { sort, order, role }: { sort: string; order: string; role?: string | undefined },
): Promise<string[]> {
  const column = sort === 'joinedAt' ? 'joined_at' : 'last_seen_at'
  const seen = sort === 'joinedAt' ? '' : 'and last_seen_at is not null and not disabled'
  const rows = await api.rows(
    `select user_id from member
     where organization_id = $1 and ($2::text is null or coalesce(role, 'guest') = $2) ${seen}
     order by ${column} ${order}, user_id ${order}`,
    [api.organization, role ?? null],
  )
  return rows.map(({ user_id }) => user_id)
}
