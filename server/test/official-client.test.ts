import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type OperationId, operations } from '@lectern/contract/operations.ts'

import {
  type Calls,
  forAdminsOnly,
  outsideOf,
  type Scene,
} from './official-client-calls.ts'
import { commentCalls, createSceneComments } from './official-client-comments.ts'
import { changeRequestCalls } from './official-client-change-requests.ts'
import { withoutMethod } from './official-client-absent.ts'
import { contentCalls, createSceneContent } from './official-client-content.ts'
import { importCalls } from './official-client-imports.ts'
import { createSceneSpec, openApiCalls } from './official-client-openapi.ts'
import { pdfCalls } from './official-client-pdf.ts'
import { permissionCalls } from './official-client-permissions.ts'
import { publishedCalls } from './official-client-published.ts'
import { reviewCalls } from './official-client-reviews.ts'
import {
  createSceneSettings,
  fontCalls,
  siteSettingCalls,
} from './official-client-site-settings.ts'
import {
  createSceneStructure,
  siteStructureCalls,
} from './official-client-site-structure.ts'
import { createSceneProvider, ssoCalls } from './official-client-sso.ts'
import { createSceneSite, siteCalls, siteRemovals } from './official-client-sites.ts'
import {
  isClientError,
  memberRole,
  officialClient,
  teamMemberRole,
  uploadKind,
} from './official-client.ts'
import { allowedInReplies } from './clients/allowed-differences.ts'
import { clientVersions } from './clients/client-schemas.ts'
import { replyDifferences } from './clients/reply-differences.ts'
import { startTestApi, type TestApi } from './test-api.ts'

const document = {
  object: 'document' as const,
  data: { schemaVersion: 1 },
  nodes: [],
}

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
  generateStorageUploadURL: forAdminsOnly(async (client, { organization }) =>
    client.orgs.generateStorageUploadUrl(organization, {
      file: { name: 'pages.zip', type: 'application/zip', size: 22 },
      kind: uploadKind('import_file'),
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
  listCollectionsInOrganizationById: outsideOf(async (client, { organization }) =>
    client.orgs.listCollectionsInOrganizationById(organization, { nested: false }),
  ),
  createCollection: forAdminsOnly(async (client, { organization, collection }) =>
    client.orgs.createCollection(organization, { title: 'Inside', parent: collection }),
  ),
  getCollectionById: outsideOf(async (client, { collection }) =>
    client.collections.getCollectionById(collection),
  ),
  updateCollectionById: forAdminsOnly(async (client, { collection }) =>
    client.collections.updateCollectionById(collection, {
      description: 'Everything',
      defaultLevel: 'inherit',
    }),
  ),
  listSpacesInCollectionById: outsideOf(async (client, { collection }) =>
    client.collections.listSpacesInCollectionById(collection, { limit: 5 }),
  ),
  moveCollection: forAdminsOnly(async (client, { collection }) =>
    client.collections.moveCollection(collection, { parent: null }),
  ),
  listSpacesInOrganizationById: outsideOf(async (client, { organization }) =>
    client.orgs.listSpacesInOrganizationById(organization, { limit: 5 }),
  ),
  createSpace: forAdminsOnly(async (client, { organization, collection }) =>
    client.orgs.createSpace(organization, {
      title: 'New',
      emoji: '1f680',
      parent: collection,
      empty: true,
    }),
  ),
  getSpaceById: outsideOf(async (client, { space }) =>
    client.spaces.getSpaceById(space, { shareKey: 'none' }),
  ),
  updateSpaceById: forAdminsOnly(async (client, { space }) =>
    client.spaces.updateSpaceById(space, { title: 'Renamed', emoji: null }),
  ),
  duplicateSpace: forAdminsOnly(async (client, { space }) =>
    client.spaces.duplicateSpace(space),
  ),
  moveSpace: forAdminsOnly(async (client, { space, collection }) =>
    client.spaces.moveSpace(space, {
      parent: null,
      position: { before: { type: 'collection', collection } },
    }),
  ),
  ...contentCalls,
  ...commentCalls,
  ...reviewCalls,
  ...changeRequestCalls,
  ...importCalls,
  ...siteCalls,
  ...fontCalls,
  ...ssoCalls,
  ...openApiCalls,
  ...siteSettingCalls,
  ...siteStructureCalls,
  ...publishedCalls,
  ...pdfCalls,
  transferSpace: forAdminsOnly(async (client, { space, organization }) =>
    client.spaces.transferSpace(space, { organization }),
  ),
  transferCollection: forAdminsOnly(async (client, { collection, organization }) =>
    client.collections.transferCollection(collection, { organization }),
  ),
  ...permissionCalls,
  deleteOrganizationInviteById: forAdminsOnly(async (client, { organization, invite }) =>
    client.orgs.deleteOrganizationInviteById(organization, invite),
  ),
  removeMemberFromOrganizationById: forAdminsOnly(
    async (client, { organization, spare }) =>
      client.orgs.removeMemberFromOrganizationById(organization, spare),
  ),
  ...siteRemovals,
  deleteSpaceById: forAdminsOnly(async (client, { space }) =>
    client.spaces.deleteSpaceById(space),
  ),
  restoreSpace: forAdminsOnly(async (client, { space }) =>
    client.spaces.restoreSpace(space),
  ),
  deleteCollectionById: forAdminsOnly(async (client, { collection }) =>
    client.collections.deleteCollectionById(collection),
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
    const collection = await admin.post(`${base}/collections`, { title: 'Guides' })
    const space = await admin.post(`${base}/spaces`, { parent: collection.body.id })
    const { organization, users } = api
    const content = await createSceneContent(api, space.body.id)
    const request = await admin.post(`/spaces/${space.body.id}/change-requests`)
    scene = {
      organization,
      users,
      team: team.body.id,
      invite: invite.body.id,
      collection: collection.body.id,
      space: space.body.id,
      content,
      changeRequest: request.body.id,
      comments: await createSceneComments(api, space.body.id, request.body.id),
      site: await createSceneSite(api),
      structure: await createSceneStructure(api),
      settings: await createSceneSettings(api),
      samlProvider: await createSceneProvider(api),
      spec: await createSceneSpec(api),
      spare: users.create,
    }
  })
  after(async () => api.stop())

  const client = (authToken: string) => officialClient(api.url, authToken)
  const replies = {
    '0.146.0': replyDifferences('0.146.0'),
    '0.202.0': replyDifferences('0.202.0'),
  }

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
      const reply = await succeed(client(api.tokens.admin), scene)
      for (const version of clientVersions) replies[version].judge(id, reply)
    })
  }

  for (const version of clientVersions) {
    it(`is answered with what the schemas of ${version} say, but for what the list names`, () => {
      const { found, judged } = replies[version]
      assert.ok(judged() > 100)
      assert.deepEqual(
        [...found].toSorted(),
        Object.keys(allowedInReplies[version]).toSorted(),
      )
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
