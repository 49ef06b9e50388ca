import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { EffectiveContentPermission } from '@lectern/contract/content-permissions.ts'

import { rolesByRank } from '#/access/roles.ts'
import {
  permissionsOf,
  createNode,
  type TestNode,
} from '#test/content-permissions/test-content.ts'
import { sampleMembers } from '#test/sample.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

/** Gives the same numbers for the same seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    pick: <T>(values: readonly T[]): T => {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('Nothing to pick from')
      return value
    },
    chance: (part: number) => next() < part,
  }
}

/** The weakest role that may do each thing. */
const needs = {
  space: {
    view: 'read',
    comment: 'comment',
    edit: 'edit',
    review: 'review',
    triggerGitSync: 'create',
    admin: 'admin',
  },
  collection: { view: 'read', create: 'create', admin: 'admin' },
} as const

interface Organization {
  /** The role of each member in the organization; null for a guest. */
  readonly members: ReadonlyMap<string, string | null>
  readonly nodes: readonly TestNode[]
  /** The members of each team. */
  readonly teams: ReadonlyMap<string, readonly string[]>
  readonly userGrants: readonly { node: string; to: string; role: string | null }[]
  readonly teamGrants: readonly { node: string; to: string; role: string | null }[]
}

function isAtLeast(role: string, needed: string): boolean {
  return (
    rolesByRank.findIndex((one) => one === role) >=
    rolesByRank.findIndex((one) => one === needed)
  )
}

function strongest(roles: readonly (string | null)[]): string | null {
  return rolesByRank.findLast((role) => roles.includes(role)) ?? null
}

/**
 * The rule word for word: the strongest of all grants and the base level; admins are admins; guests
 * get grants.
 */
function effectiveRole(organization: Organization, node: TestNode, userId: string) {
  const inOrganization = organization.members.get(userId) ?? null
  if (inOrganization === 'admin') return 'admin'
  const lineage = new Set([node, ...node.above].map(({ id }) => id))
  const granted = [
    ...organization.userGrants.filter(({ to }) => to === userId),
    ...organization.teamGrants.filter(({ to }) =>
      organization.teams.get(to)?.includes(userId),
    ),
  ]
    .filter((grant) => lineage.has(grant.node))
    .map(({ role }) => role)
  if (inOrganization === null) return strongest(granted)
  const level = [node, ...node.above].find((one) => one.level !== 'inherit')?.level
  const base = level ?? inOrganization
  return strongest([...granted, base === 'guest' ? null : base])
}

async function generate(api: TestApi, seed: number): Promise<Organization> {
  const { pick, chance } = randomFrom(seed)
  const members = new Map(
    sampleMembers.map((name) => [api.users[name], name === 'guest' ? null : name]),
  )
  const levels = ['inherit', 'inherit', 'inherit', 'guest', ...rolesByRank]
  const nodes: TestNode[] = []
  for (let index = 0; index < 14; index += 1) {
    const collections = nodes.filter(({ kind }) => kind === 'collection')
    const parent = chance(0.8) && collections.length > 0 ? pick(collections) : undefined
    const kind = index < 6 ? 'collection' : 'space'
    const node = { kind, level: pick(levels), ...(parent && { parent }) } as const
    nodes.push(await createNode(api, node))
  }
  const teams = new Map<string, readonly string[]>()
  for (const title of ['One', 'Two', 'Three']) {
    const within = [...members.keys()].filter(() => chance(0.3))
    const path = `/orgs/${api.organization}/teams`
    const { body } = await api.as('admin').put(path, { title, members: within })
    teams.set(body.id, [...within, api.users.admin])
  }
  const roles = [null, ...rolesByRank]
  const grantsFor = (holders: readonly string[], part: number) =>
    nodes.flatMap((node) =>
      holders
        .filter(() => chance(part))
        .map((to) => ({ node: node.id, to, role: pick(roles) })),
    )
  const userGrants = grantsFor([...members.keys()], 0.12)
  const teamGrants = grantsFor([...teams.keys()], 0.15)
  for (const node of nodes) {
    for (const [what, grants] of [
      ['users', userGrants],
      ['teams', teamGrants],
    ] as const) {
      for (const { to, role } of grants.filter((grant) => grant.node === node.id)) {
        const gift = { role, [what]: [to] }
        const given = await api.as('admin').post(permissionsOf(node), gift)
        assert.equal(given.status, 204)
      }
    }
  }
  return { members, nodes, teams, userGrants, teamGrants }
}

async function listAll(
  api: TestApi,
  node: TestNode,
  filter = '',
): Promise<EffectiveContentPermission[]> {
  const found: EffectiveContentPermission[] = []
  let page = ''
  for (;;) {
    const { body } = await api
      .as('admin')
      .get(`${permissionsOf(node)}/aggregate?limit=2${filter}${page}`)
    found.push(...body.items)
    if (body.next === undefined) {
      assert.equal(body.count, found.length)
      return found
    }
    page = `&page=${body.next.page}`
  }
}

describe('everybody with access to a collection or space', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  for (const seed of [1, 2, 3]) {
    it(`is listed with the role that counts, whatever the levels, grants, teams and nesting (${seed})`, async () => {
      const organization = await generate(api, seed)
      for (const node of organization.nodes) {
        const expected = [...organization.members.keys()]
          .toSorted()
          .map((userId) => ({ userId, role: effectiveRole(organization, node, userId) }))
        const listed = await listAll(api, node)
        assert.deepEqual(
          listed.map(({ user, permission }) => ({ userId: user.id, role: permission })),
          expected.filter(({ role }) => role !== null),
          `seed ${seed}, ${node.kind} ${node.level}`,
        )
        for (const { permission, origins } of listed) {
          assert.equal(origins[0]?.permission, permission)
        }
        for (const role of rolesByRank) {
          const filtered = await listAll(api, node, `&role=${role}`)
          assert.deepEqual(
            filtered.map(({ user }) => user.id),
            expected.filter((one) => one.role === role).map(({ userId }) => userId),
            `seed ${seed}, ${node.kind} ${node.level}, only ${role}`,
          )
        }
        for (const name of sampleMembers) {
          const role = effectiveRole(organization, node, api.users[name])
          const permits = await isSeenAs(name, node)
          for (const [action, needed] of Object.entries(needs[node.kind])) {
            const isAllowed = role !== null && isAtLeast(role, needed)
            assert.equal(permits[action] ?? false, isAllowed, `${action} for ${role}`)
          }
        }
      }
    })
  }

  /** The permissions in the answer to that user; none when the answer is 404. */
  async function isSeenAs(name: (typeof sampleMembers)[number], node: TestNode) {
    const { status, body } = await api.as(name).get(`/${node.kind}s/${node.id}`)
    return status === 404 ? {} : body.permissions
  }

  it('comes with the reasons, the strongest first', async () => {
    const outer = await createNode(api, {
      kind: 'collection',
      title: 'Outer',
      level: 'comment',
    })
    const space = await createNode(api, { kind: 'space', title: 'Inner', parent: outer })
    const { body: team } = await api.as('admin').put(`/orgs/${api.organization}/teams`, {
      title: 'Crew',
      members: [api.users.edit],
    })
    const admin = api.as('admin')
    await admin.post(permissionsOf(outer), { role: 'review', teams: [team.id] })
    await admin.post(permissionsOf(space), { role: 'create', users: [api.users.edit] })
    await admin.post(permissionsOf(space), { role: null, users: [api.users.read] })
    await admin.post(permissionsOf(outer), { role: 'read', users: [api.users.guest] })

    const { body } = await admin.get(`${permissionsOf(space)}/aggregate`)
    const origins = (userId: string) =>
      body.items.find(({ user }: { user: { id: string } }) => user.id === userId).origins
    const onOuter = { kind: 'collection', id: outer.id, title: 'Outer' }
    const crew = { id: team.id, title: 'Crew' }
    const byDefault = { kind: 'default', permission: 'comment', content: onOuter }
    assert.deepEqual(origins(api.users.edit), [
      {
        kind: 'direct',
        permission: 'create',
        content: { kind: 'space', id: space.id, title: 'Inner' },
      },
      { kind: 'team', permission: 'review', content: onOuter, team: crew },
      byDefault,
    ])
    assert.deepEqual(origins(api.users.read), [byDefault])
    assert.deepEqual(origins(api.users.guest), [
      { kind: 'direct', permission: 'read', content: onOuter },
    ])
    assert.deepEqual(origins(api.users.admin), [
      { kind: 'organization-admin', permission: 'admin' },
      { kind: 'team', permission: 'review', content: onOuter, team: crew },
      byDefault,
    ])
    const top = await createNode(api, { kind: 'space' })
    const atTop = await admin.get(`${permissionsOf(top)}/aggregate?role=review`)
    assert.deepEqual(atTop.body.items[0].origins, [
      { kind: 'organization-role', permission: 'review' },
    ])
  })

  it('does not name a collection above that the caller cannot see', async () => {
    const hidden = await createNode(api, {
      kind: 'collection',
      level: 'guest',
      title: 'Secret plans',
    })
    const space = await createNode(api, { kind: 'space', parent: hidden, level: 'read' })
    const gift = { role: 'edit', users: [api.users.edit] }
    await api.as('admin').post(permissionsOf(hidden), gift)

    const path = `${permissionsOf(space)}/aggregate?role=edit`
    const asReader = await api.as('read').get(path)
    assert.deepEqual(asReader.body.items[0].origins[0], {
      kind: 'direct',
      permission: 'edit',
      content: { kind: 'collection' },
    })
    const asEditor = await api.as('edit').get(path)
    assert.deepEqual(asEditor.body.items[0].origins[0].content, {
      kind: 'collection',
      id: hidden.id,
      title: 'Secret plans',
    })
  })

  it('leaves out whoever is suspended', async () => {
    const space = await createNode(api, { kind: 'space' })
    await api.rows('update member set disabled = true where user_id = $1', [
      api.users.comment,
    ])
    const { body } = await api.as('admin').get(`${permissionsOf(space)}/aggregate`)
    const ids = body.items.map(({ user }: { user: { id: string } }) => user.id)
    assert.ok(!ids.includes(api.users.comment))
    assert.equal(body.count, ids.length)
  })
})
