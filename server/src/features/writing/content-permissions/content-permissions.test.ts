import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  permissionsOf,
  createNode,
  type TestNode,
} from '#test/content-permissions/test-content.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

describe('permissions on collections and spaces', () => {
  let api: TestApi
  let team: string
  before(async () => {
    api = await startTestApi()
    team = await createTeam('Writers', [api.users.guest])
  })
  after(async () => api.stop())

  async function createTeam(title: string, members: string[] = []): Promise<string> {
    const { body } = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title, members })
    return body.id
  }
  async function rolesOf(node: TestNode, what: 'users' | 'teams'): Promise<object> {
    const { body } = await api.as('admin').get(`${permissionsOf(node)}/${what}`)
    return Object.fromEntries(
      body.items.map((grant: TestBody) => [
        (grant.user ?? grant.team).id,
        grant.permission,
      ]),
    )
  }
  /** The payloads of the events about changed permissions of a node, oldest first. */
  async function changesOf({ kind, id }: TestNode): Promise<TestBody[]> {
    const events = await api.rows(
      `select payload from event where subject = $1 and type = $2 order by occurred_at, id`,
      [`${kind}:${id}`, `${kind}_permissions_changed`],
    )
    return events.map(({ payload }) => payload)
  }
  async function spacesOf(userId: string): Promise<number> {
    const members = `/orgs/${api.organization}/members`
    const { body } = await api.as('admin').get(`${members}/${userId}`)
    return body.spaces
  }
  async function spacesOfTeam(teamId: string): Promise<number> {
    const { body } = await api
      .as('admin')
      .get(`/orgs/${api.organization}/teams/${teamId}`)
    return body.spaces
  }

  for (const kind of ['space', 'collection'] as const) {
    describe(`of a ${kind}`, () => {
      it('are given to users and teams at once, with event and audit row in the same transaction', async () => {
        const node = await createNode(api, { kind })
        const body = { role: 'edit', users: [api.users.read], teams: [team] }
        const reply = await api.as('admin').post(permissionsOf(node), body)

        assert.equal(reply.status, 204)
        assert.deepEqual(await rolesOf(node, 'users'), { [api.users.read]: 'edit' })
        assert.deepEqual(await rolesOf(node, 'teams'), { [team]: 'edit' })
        assert.deepEqual((await changesOf(node)).at(-1), {
          [`${kind}Id`]: node.id,
          users: { [api.users.read]: 'edit' },
          teams: { [team]: 'edit' },
          removedUsers: [],
          removedTeams: [],
        })
        const [audit] = await api.rows(
          `select actor_id, target_kind, details from audit_event
           where target_id = $1 and action = $2 order by occurred_at desc, id desc`,
          [node.id, `${kind}_permissions_changed`],
        )
        assert.equal(audit.actor_id, api.users.admin)
        assert.equal(audit.target_kind, kind)
        assert.deepEqual(audit.details.users, { [api.users.read]: 'edit' })
      })

      it('replace what was given before, and may be nothing', async () => {
        const node = await createNode(api, { kind })
        const give = async (role: string | null, users: string[]) =>
          api.as('admin').post(permissionsOf(node), { role, users })
        await give('edit', [api.users.read, api.users.comment])
        assert.equal((await give(null, [api.users.read, api.users.read])).status, 204)
        assert.deepEqual(await rolesOf(node, 'users'), {
          [api.users.read]: null,
          [api.users.comment]: 'edit',
        })
      })

      it('are given to all or, with the unknown ones named, to nobody', async () => {
        const node = await createNode(api, { kind })
        const reply = await api.as('admin').post(permissionsOf(node), {
          role: 'edit',
          users: [api.users.read, api.users.outsider, 'read@acme.example'],
          teams: [team, 'no-team'],
        })
        assert.equal(reply.status, 400)
        assert.equal(reply.body.error.reason, 'invalid_request')
        const { message } = reply.body.error
        for (const unknown of [api.users.outsider, 'read@acme.example', 'no-team']) {
          assert.ok(message.includes(`"${unknown}"`), message)
        }
        assert.ok(!message.includes(api.users.read) && !message.includes(team), message)
        assert.deepEqual(await rolesOf(node, 'users'), {})
        assert.deepEqual(await rolesOf(node, 'teams'), {})
      })

      it('need someone to be given to, and not too many at once', async () => {
        const node = await createNode(api, { kind })
        const many = Array.from({ length: 1001 }, (_, index) => `user-${index}`)
        for (const body of [
          { role: 'edit' },
          { role: 'edit', users: [] },
          { role: 'edit', users: [api.users.read], teams: [] },
          { role: 'owner', users: [api.users.read] },
          { users: [api.users.read] },
          { role: 'edit', users: many },
        ]) {
          const reply = await api.as('admin').post(permissionsOf(node), body)
          assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 80))
        }
      })

      it('are changed one by one, and only where something was given', async () => {
        const node = await createNode(api, { kind })
        const users = `${permissionsOf(node)}/users`
        const teams = `${permissionsOf(node)}/teams`
        const body = { role: 'edit', users: [api.users.read], teams: [team] }
        await api.as('admin').post(permissionsOf(node), body)

        const change = async (path: string, role?: string | null) => {
          const sent = role === undefined ? {} : { role }
          return (await api.as('admin').patch(path, sent)).status
        }
        assert.equal(await change(`${users}/${api.users.read}`, 'admin'), 204)
        assert.equal(await change(`${teams}/${team}`, null), 204)
        assert.equal(await change(`${users}/${api.users.read}`), 204)
        assert.deepEqual(await rolesOf(node, 'users'), { [api.users.read]: 'admin' })
        assert.deepEqual(await rolesOf(node, 'teams'), { [team]: null })
        assert.equal(await change(`${users}/${api.users.edit}`, 'admin'), 404)
        assert.equal(await change(`${users}/${api.users.edit}`), 404)
        assert.equal(await change(`${teams}/nope`, 'admin'), 404)
        // The first of the four events took back the grant of the creator.
        assert.equal((await changesOf(node)).length, 4, 'no change is no event')
      })

      it('are taken back, also when nothing was given', async () => {
        const node = await createNode(api, { kind })
        const body = { role: 'edit', users: [api.users.read], teams: [team] }
        await api.as('admin').post(permissionsOf(node), body)
        for (const holder of [`users/${api.users.read}`, `teams/${team}`]) {
          const path = `${permissionsOf(node)}/${holder}`
          assert.equal((await api.as('admin').delete(path)).status, 204)
          assert.equal((await api.as('admin').delete(path)).status, 204)
        }
        assert.deepEqual(await rolesOf(node, 'users'), {})
        assert.deepEqual(await rolesOf(node, 'teams'), {})
        assert.deepEqual(
          (await changesOf(node)).map((change) => [
            change.removedUsers,
            change.removedTeams,
          ]),
          [
            [[api.users.admin], []],
            [[], []],
            [[api.users.read], []],
            [[], [team]],
          ],
        )
      })

      it('are changed by admins of the content only, who need no role in the organization', async () => {
        const node = await createNode(api, { kind })
        await api
          .as('admin')
          .post(permissionsOf(node), { role: 'admin', users: [api.users.guest] })
        const gift = { role: 'read', users: [api.users.edit] }
        const path = `${permissionsOf(node)}/users/${api.users.edit}`

        const refused = await api.as('create').post(permissionsOf(node), gift)
        assert.equal(refused.status, 403)
        assert.equal(
          refused.body.error.message,
          `You are not allowed to change who has access to this ${kind}: this needs the admin role on the ${kind}.`,
        )
        assert.equal((await api.as('guest').post(permissionsOf(node), gift)).status, 204)
        assert.equal((await api.as('create').patch(path, { role: 'edit' })).status, 403)
        assert.equal((await api.as('create').delete(path)).status, 403)
        assert.equal((await api.as('guest').patch(path, { role: 'edit' })).status, 204)
        assert.equal((await api.as('guest').delete(path)).status, 204)
      })

      it('are listed to members with a role in the organization, and to guests who are admins here', async () => {
        const node = await createNode(api, { kind })
        const lists = ['users', 'teams', 'aggregate'].map(
          (list) => `${permissionsOf(node)}/${list}`,
        )
        const grant = { users: [api.users.guest] }
        await api.as('admin').post(permissionsOf(node), { role: 'create', ...grant })
        for (const list of lists) {
          assert.equal((await api.as('read').get(list)).status, 200)
          assert.equal((await api.as('guest').get(list)).status, 403)
        }
        await api.as('admin').post(permissionsOf(node), { role: 'admin', ...grant })
        for (const list of lists) {
          assert.equal((await api.as('guest').get(list)).status, 200)
        }
      })

      it('are hidden with the content from outsiders and from whoever has no access', async () => {
        const node = await createNode(api, { kind, level: 'guest' })
        const missing: TestNode = { ...node, id: 'nope' }
        const gift = { role: 'read', users: [api.users.read] }
        for (const name of ['outsider', 'guest', 'create'] as const) {
          const as = api.as(name)
          const asked = async (of: TestNode) => [
            await as.get(`${permissionsOf(of)}/users`),
            await as.get(`${permissionsOf(of)}/teams`),
            await as.get(`${permissionsOf(of)}/aggregate`),
            await as.post(permissionsOf(of), gift),
            await as.patch(`${permissionsOf(of)}/users/${api.users.read}`, {}),
            await as.patch(`${permissionsOf(of)}/teams/${team}`, {}),
          ]
          const hidden = await asked(node)
          const absent = await asked(missing)
          assert.deepEqual(
            hidden.map(({ status, body }) => [
              status,
              body.error.message.replace(node.id, 'nope'),
            ]),
            absent.map(({ status, body }) => [status, body.error.message]),
          )
          assert.deepEqual(new Set(hidden.map(({ status }) => status)), new Set([404]))
          const path = `${permissionsOf(node)}/users/${api.users.read}`
          assert.equal((await as.delete(path)).status, 204)
        }
      })

      it('require authentication', async () => {
        const node = await createNode(api, { kind })
        const anonymous = api.anonymous()
        assert.equal((await anonymous.get(`${permissionsOf(node)}/users`)).status, 401)
        assert.equal((await anonymous.post(permissionsOf(node), {})).status, 401)
      })

      it('are listed page by page, with a count', async () => {
        const node = await createNode(api, { kind })
        const users = [api.users.read, api.users.edit, api.users.comment]
        const teams = [team, await createTeam('Second'), await createTeam('Third')]
        await api.as('admin').post(permissionsOf(node), { role: 'edit', users, teams })
        for (const [what, ids] of [
          ['users', users.toSorted()],
          ['teams', teams.toSorted()],
        ] as const) {
          const list = `${permissionsOf(node)}/${what}`
          const first = await api.as('read').get(`${list}?limit=2`)
          assert.equal(first.body.count, 3)
          const next = `${list}?limit=2&page=${first.body.next.page}`
          const second = await api.as('read').get(next)
          const shown = [...first.body.items, ...second.body.items]
          assert.deepEqual(
            shown.map((grant) => (grant.user ?? grant.team).id),
            ids,
          )
          assert.equal(second.body.next, undefined)
        }
      })
    })
  }

  it('count the spaces of users and teams, and not the collections', async () => {
    const crew = await createTeam('Counted')
    const user = api.users.review
    const before_ = await spacesOf(user)
    const space = await createNode(api, { kind: 'space' })
    const collection = await createNode(api, { kind: 'collection' })
    for (const node of [space, collection, space]) {
      const gift = { role: 'edit', users: [user], teams: [crew] }
      await api.as('admin').post(permissionsOf(node), gift)
    }
    assert.equal(await spacesOf(user), before_ + 1)
    assert.equal(await spacesOfTeam(crew), 1)
    for (const node of [space, collection]) {
      await api.as('admin').delete(`${permissionsOf(node)}/users/${user}`)
      await api.as('admin').delete(`${permissionsOf(node)}/teams/${crew}`)
    }
    assert.equal(await spacesOf(user), before_)
    assert.equal(await spacesOfTeam(crew), 0)
  })

  it('stay counted when many are given at the same moment', async () => {
    const crew = await createTeam('Hurried')
    const user = api.users.comment
    const before_ = await spacesOf(user)
    const spaces = await Promise.all(
      Array.from({ length: 6 }, async () => createNode(api, { kind: 'space' })),
    )
    const replies = await Promise.all(
      [...spaces, ...spaces].map(async (space, index) => {
        const users = index % 2 === 0 ? [user, api.users.edit] : [api.users.edit, user]
        const gift = { role: 'edit', users, teams: [crew] }
        return api.as('admin').post(permissionsOf(space), gift)
      }),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
    assert.equal(await spacesOf(user), before_ + 6)
    assert.equal(await spacesOfTeam(crew), 6)
  })

  it('go with the team or the member they were given to', async () => {
    const crew = await createTeam('Leaving', [api.users.edit])
    const space = await createNode(api, { kind: 'space' })
    const gift = { role: 'edit', users: [api.users.create], teams: [crew] }
    await api.as('admin').post(permissionsOf(space), gift)
    const base = `/orgs/${api.organization}`
    assert.equal((await api.as('admin').delete(`${base}/teams/${crew}`)).status, 204)
    const member = `${base}/members/${api.users.create}`
    assert.equal((await api.as('admin').delete(member)).status, 204)
    assert.deepEqual(await rolesOf(space, 'users'), {})
    assert.deepEqual(await rolesOf(space, 'teams'), {})
  })

  it('leave nothing behind when a team or member goes while being given something', async () => {
    const crew = await createTeam('Going', [api.users.edit])
    const base = `/orgs/${api.organization}`
    const spaces = await Promise.all(
      Array.from({ length: 5 }, async () => createNode(api, { kind: 'space' })),
    )
    const gift = { role: 'edit', users: [api.users.comment], teams: [crew] }
    const replies = await Promise.all([
      ...spaces.map(async (space) => api.as('admin').post(permissionsOf(space), gift)),
      api.as('admin').delete(`${base}/teams/${crew}`),
      api.as('admin').delete(`${base}/members/${api.users.comment}`),
      ...spaces.map(async (space) =>
        api.as('admin').delete(`${permissionsOf(space)}/users/${api.users.comment}`),
      ),
    ])
    const statuses = new Set(replies.map(({ status }) => status))
    assert.deepEqual([...statuses.difference(new Set([204, 400]))], [])
    for (const space of spaces) {
      assert.deepEqual(await rolesOf(space, 'users'), {})
      assert.deepEqual(await rolesOf(space, 'teams'), {})
    }
  })
})
