import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type OperationId, operations } from '@lectern/contract/operations.ts'

import {
  isClientError,
  memberRole,
  type OfficialClient,
  officialClient,
  teamMemberRole,
} from './official-client.ts'
import { startTestApi, type TestApi } from './test-api.ts'

interface Scene {
  readonly organization: string
  readonly users: TestApi['users']
  readonly team: string
  readonly invite: string
  /** Another person of the organization, to be changed and removed. */
  readonly spare: string
}

interface Calls {
  readonly succeed: (client: OfficialClient, scene: Scene) => Promise<unknown>
  /** With the outsider's token unless it says who refuses whom. */
  readonly refuse: (client: OfficialClient, scene: Scene) => Promise<unknown>
  readonly refusedAs?: 'read' | 'guest' | 'nobody'
  readonly status: number
}

const document = {
  object: 'document' as const,
  data: { schemaVersion: 1 },
  nodes: [],
}

const outsideOf = <T>(call: (client: OfficialClient, scene: Scene) => Promise<T>) => ({
  succeed: call,
  refuse: call,
  status: 404,
})
const forAdminsOnly = <T>(
  call: (client: OfficialClient, scene: Scene) => Promise<T>,
) => ({
  succeed: call,
  refuse: call,
  refusedAs: 'read' as const,
  status: 403,
})

/** Operations the client has no method for: they are newer than it, or our own. */
const withoutMethod = new Set<OperationId>([
  'createOrganization',
  'listUserAPITokens',
  'createUserAPIToken',
  'revokeUserAPIToken',
])

// In an order in which each finds what it needs: removals come last.
const calls: Partial<Record<OperationId, Calls>> = {
  getApiInformation: {
    succeed: async (client) => client.getApiInformation(),
    refuse: async (client) => client.getApiInformation(),
    refusedAs: 'nobody',
    status: 401,
  },
  getAuthenticatedUser: {
    succeed: async (client) => client.user.getAuthenticatedUser(),
    refuse: async (client) => client.user.getAuthenticatedUser(),
    refusedAs: 'nobody',
    status: 401,
  },
  getUserById: outsideOf(async (client, { users }) =>
    client.users.getUserById(users.edit),
  ),
  updateUserById: {
    succeed: async (client, { users }) =>
      client.users.updateUserById(users.admin, { displayName: 'Ada' }),
    refuse: async (client, { users }) =>
      client.users.updateUserById(users.admin, { displayName: 'Eve' }),
    refusedAs: 'read',
    status: 403,
  },
  listOrganizationsForAuthenticatedUser: {
    succeed: async (client) =>
      client.orgs.listOrganizationsForAuthenticatedUser({ limit: 10 }),
    refuse: async (client) =>
      client.orgs.listOrganizationsForAuthenticatedUser({ limit: 1001 }),
    status: 400,
  },
  getOrganizationById: outsideOf(async (client, { organization }) =>
    client.orgs.getOrganizationById(organization),
  ),
  updateOrganizationById: forAdminsOnly(async (client, { organization }) =>
    client.orgs.updateOrganizationById(organization, {
      emailDomains: ['elsewhere.example'],
    }),
  ),
  getOrganizationsForEmailDomain: {
    succeed: async (client) =>
      client.emailDomains.getOrganizationsForEmailDomain('acme.example'),
    refuse: async (client) =>
      client.emailDomains.getOrganizationsForEmailDomain('acme.example'),
    refusedAs: 'nobody',
    status: 401,
  },
  joinOrganization: {
    succeed: async (client, { organization }) =>
      client.orgs.joinOrganization(organization),
    refuse: async (client) => client.orgs.joinOrganization('nope'),
    status: 404,
  },
  getOrganizationAgentInstructions: outsideOf(async (client, { organization }) =>
    client.orgs.getOrganizationAgentInstructions(organization),
  ),
  updateOrganizationAgentInstructions: forAdminsOnly(async (client, { organization }) =>
    client.orgs.updateOrganizationAgentInstructions(organization, {
      instructions: document,
    }),
  ),
  getSubdomain: {
    succeed: async (client) => client.subdomains.getSubdomain('acme'),
    refuse: async (client) => client.subdomains.getSubdomain('no-such-name'),
    status: 404,
  },
  listMembersInOrganizationById: {
    succeed: async (client, { organization }) =>
      client.orgs.listMembersInOrganizationById(organization, {
        role: memberRole('read'),
        sort: 'joinedAt',
        order: 'asc',
        search: 'acme',
      }),
    refuse: async (client, { organization }) =>
      client.orgs.listMembersInOrganizationById(organization),
    refusedAs: 'guest',
    status: 403,
  },
  getMemberInOrganizationById: outsideOf(async (client, { organization, users }) =>
    client.orgs.getMemberInOrganizationById(organization, users.edit),
  ),
  updateMemberInOrganizationById: forAdminsOnly(async (client, { organization, spare }) =>
    client.orgs.updateMemberInOrganizationById(organization, spare, {
      role: memberRole('review'),
    }),
  ),
  updateOrganizationMemberLastSeenAt: outsideOf(async (client, { organization }) =>
    client.orgs.updateOrganizationMemberLastSeenAt(organization),
  ),
  setUserAsSSOMemberForOrganization: forAdminsOnly(
    async (client, { organization, spare }) =>
      client.orgs.setUserAsSsoMemberForOrganization(organization, spare),
  ),
  listSpacesForOrganizationMember: outsideOf(async (client, { organization, users }) =>
    client.orgs.listSpacesForOrganizationMember(organization, users.edit, {
      order: 'asc',
    }),
  ),
  listTeamsForOrganizationMember: outsideOf(async (client, { organization, users }) =>
    client.orgs.listTeamsForOrganizationMember(organization, users.edit, { title: 'x' }),
  ),
  listTeamsInOrganizationById: outsideOf(async (client, { organization }) =>
    client.orgs.listTeamsInOrganizationById(organization, { title: 'crew' }),
  ),
  createOrganizationTeam: forAdminsOnly(async (client, { organization, users }) =>
    client.orgs.createOrganizationTeam(organization, {
      title: 'More',
      members: [users.edit],
    }),
  ),
  getTeamInOrganizationById: outsideOf(async (client, { organization, team }) =>
    client.orgs.getTeamInOrganizationById(organization, team),
  ),
  updateTeamInOrganizationById: forAdminsOnly(async (client, { organization, team }) =>
    client.orgs.updateTeamInOrganizationById(organization, team, { title: 'Renamed' }),
  ),
  listTeamMembersInOrganizationById: outsideOf(async (client, { organization, team }) =>
    client.orgs.listTeamMembersInOrganizationById(organization, team, { limit: 5 }),
  ),
  updateMembersInOrganizationTeam: forAdminsOnly(async (client, scene) =>
    client.orgs.updateMembersInOrganizationTeam(scene.organization, scene.team, {
      add: [scene.users.edit],
      memberships: { [scene.users.review]: { role: teamMemberRole('owner') } },
      remove: ['edit@acme.example'],
    }),
  ),
  addMemberToOrganizationTeamById: forAdminsOnly(async (client, scene) =>
    client.orgs.addMemberToOrganizationTeamById(
      scene.organization,
      scene.team,
      scene.users.comment,
      { role: teamMemberRole('member') },
    ),
  ),
  deleteMemberFromOrganizationTeamById: forAdminsOnly(async (client, scene) =>
    client.orgs.deleteMemberFromOrganizationTeamById(
      scene.organization,
      scene.team,
      scene.users.comment,
    ),
  ),
  inviteUsersToOrganization: forAdminsOnly(async (client, { organization }) =>
    client.orgs.inviteUsersToOrganization(organization, {
      emails: ['new@acme.example', { email: 'other@acme.example', role: null }],
      role: memberRole('edit'),
    }),
  ),
  listOrganizationInviteLinks: forAdminsOnly(async (client, { organization }) =>
    client.orgs.listOrganizationInviteLinks(organization),
  ),
  createOrganizationInvite: forAdminsOnly(async (client, { organization }) =>
    client.orgs.createOrganizationInvite(organization, { role: memberRole('comment') }),
  ),
  getOrganizationInviteLink: forAdminsOnly(async (client, { organization, invite }) =>
    client.orgs.getOrganizationInviteLink(organization, invite),
  ),
  updateOrganizationInviteById: forAdminsOnly(async (client, { organization, invite }) =>
    client.orgs.updateOrganizationInviteById(organization, invite, {
      role: memberRole('read'),
    }),
  ),
  joinOrganizationWithInvite: {
    succeed: async (client, { organization, invite }) =>
      client.orgs.joinOrganizationWithInvite(organization, invite),
    refuse: async (client, { organization }) =>
      client.orgs.joinOrganizationWithInvite(organization, 'nope'),
    status: 404,
  },
  deleteOrganizationInviteById: forAdminsOnly(async (client, { organization, invite }) =>
    client.orgs.deleteOrganizationInviteById(organization, invite),
  ),
  removeMemberFromOrganizationById: forAdminsOnly(
    async (client, { organization, spare }) =>
      client.orgs.removeMemberFromOrganizationById(organization, spare),
  ),
  removeTeamFromOrganizationById: forAdminsOnly(async (client, { organization, team }) =>
    client.orgs.removeTeamFromOrganizationById(organization, team),
  ),
}

describe('the unmodified public client', () => {
  let api: TestApi
  let scene: Scene
  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    const base = `/orgs/${api.organization}`
    const team = await admin.put(`${base}/teams`, { title: 'Crew' })
    const invite = await admin.post(`${base}/link-invites`, { role: 'edit' })
    const { organization, users } = api
    scene = {
      organization,
      users,
      team: team.body.id,
      invite: invite.body.id,
      spare: users.create,
    }
  })
  after(async () => api.stop())

  const client = (authToken: string) => officialClient(api.url, authToken)

  it('has a call here for every operation it has a method for', () => {
    const expected = Object.keys(operations).filter(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the contract
      (id) => !withoutMethod.has(id as OperationId),
    )
    assert.deepEqual(Object.keys(calls).toSorted(), expected.toSorted())
  })

  for (const [id, { refuse, refusedAs, status }] of Object.entries(calls)) {
    it(`is refused by ${id} with our own words`, async () => {
      const token =
        refusedAs === 'nobody' ? 'lec_u_nobody' : api.tokens[refusedAs ?? 'outsider']
      await assert.rejects(refuse(client(token), scene), (error) => {
        assert.ok(isClientError(error))
        assert.equal(error.code, status)
        assert.match(error.errorMessage, /^[A-Z"][^{}]{20,}\.$|is required|must be/)
        return true
      })
    })
  }

  for (const [id, { succeed }] of Object.entries(calls)) {
    it(`succeeds with ${id}`, async () => {
      await succeed(client(api.tokens.admin), scene)
    })
  }

  it('follows pages until there is no next one', async () => {
    const { orgs } = client(api.tokens.admin)
    const seen: string[] = []
    let page: string | undefined
    do {
      const { data } = await orgs.listMembersInOrganizationById(scene.organization, {
        limit: 2,
        ...(page !== undefined && { page }),
      })
      seen.push(...data.items.map((member) => member.id))
      page = data.next?.page
    } while (page !== undefined)
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(seen.includes(api.users.guest))
  })
})
