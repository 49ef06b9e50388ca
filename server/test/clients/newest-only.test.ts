import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { GitBookAPI } from '@gitbook/api-newest'
import type { Role } from '@lectern/contract/common.ts'
import { type OperationId, operations } from '@lectern/contract/operations.ts'

// The package's own declarations leave out file endings, so its base class is named here by file.
import type {
  Api,
  MemberRole,
} from '../../../node_modules/@gitbook/api-newest/dist/client.d.ts'
import { withoutMethod } from '../official-client-absent.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { importArchive, packFiles } from '../test-archives.ts'
import { changeRequestIn } from '../test-change-requests.ts'
import { newSite, newSpace, ok } from '../test-published.ts'

import { allowedInNewestOnly } from './allowed-differences.ts'
import { clientSchemas } from './client-schemas.ts'
import { replyDifferences } from './reply-differences.ts'
import { createSceneSpec } from '../official-client-openapi.ts'

type Client = Api<{ authToken?: string }>

interface Scene {
  readonly org: string
  readonly site: string
  readonly siteSpace: string
  readonly user: string
  readonly team: string
  readonly space: string
  readonly revision: string
  readonly page: string
  readonly request: string
  readonly importRun: string
  readonly auditEvent: string
  readonly spec: string
}

/** The client spells its roles as enums whose values are our words. */
function role(word: Role): MemberRole {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- see above
  return word as unknown as MemberRole
}

/** What one call leaves for those after it. */
const kept = { link: '' }

/** A call of each operation that only the newest client has, in an order in which they work. */
const calls: Partial<
  Record<OperationId, (client: Client, scene: Scene) => Promise<unknown>>
> = {
  createOrganization: async ({ orgs }) => orgs.createOrganization({ title: 'Newer' }),
  listOrganizationAuditEvents: async ({ orgs }, { org }) =>
    orgs.listOrganizationAuditEvents(org, { limit: 5 }),
  getOrganizationAuditEvent: async ({ orgs }, { org, auditEvent }) =>
    orgs.getOrganizationAuditEvent(org, auditEvent),
  listOrganizationAuditEventActions: async ({ orgs }, { org }) =>
    orgs.listOrganizationAuditEventActions(org),
  updateChangeRequestContent: async ({ spaces }, { space, request }) =>
    spaces.updateChangeRequestContent(space, request, {
      changes: [
        { operation: 'insert_page', title: 'Proposed', document: { markdown: 'New.' } },
      ],
    }),
  bulkUpsertSiteRedirects: async ({ orgs }, { org, site, siteSpace }) =>
    orgs.bulkUpsertSiteRedirects(org, site, {
      redirects: [
        {
          source: '/old',
          intent: 'live',
          destination: { kind: 'site-space', siteSpaceId: siteSpace },
        },
      ],
    }),
  duplicateSiteSpace: async ({ orgs }, { org, site, siteSpace }) =>
    orgs.duplicateSiteSpace(org, site, siteSpace, {}),
  prewarmSiteSearch: async ({ orgs }, { org, site }) => orgs.prewarmSiteSearch(org, site),
  inviteToSite: async ({ orgs }, { org, site, user, team }) =>
    orgs.inviteToSite(org, site, { role: role('create'), users: [user], teams: [team] }),
  listUserPermissionsInSite: async ({ orgs }, { org, site }) =>
    orgs.listUserPermissionsInSite(org, site),
  updateUserPermissionInSite: async ({ orgs }, { org, site, user }) =>
    orgs.updateUserPermissionInSite(org, site, user, { role: role('read') }),
  removeUserFromSite: async ({ orgs }, { org, site, user }) =>
    orgs.removeUserFromSite(org, site, user),
  listTeamPermissionsInSite: async ({ orgs }, { org, site }) =>
    orgs.listTeamPermissionsInSite(org, site, { limit: 5 }),
  updateTeamPermissionInSite: async ({ orgs }, { org, site, team }) =>
    orgs.updateTeamPermissionInSite(org, site, team, { role: role('admin') }),
  removeTeamFromSite: async ({ orgs }, { org, site, team }) =>
    orgs.removeTeamFromSite(org, site, team),
  listImportRuns: async ({ org: imports }, { org }) => imports.listImportRuns(org),
  getImportRun: async ({ org: imports }, { org, importRun }) =>
    imports.getImportRun(org, importRun),
  getLatestOpenAPISpecVersionContentRaw: async ({ orgs }, { org, spec }) =>
    orgs.getLatestOpenApiSpecVersionContentRaw(org, spec),
  listSpacePageMetaLinks: async ({ spaces }, { space, page }) =>
    spaces.listSpacePageMetaLinks(space, page),
  listRevisionPageMetaLinks: async ({ spaces }, { space, revision, page }) =>
    spaces.listRevisionPageMetaLinks(space, revision, page),
  listChangeRequestPageMetaLinks: async ({ spaces }, { space, request, page }) =>
    spaces.listChangeRequestPageMetaLinks(space, request, page),
  addExternalLinkToSite: async ({ orgs }, { org, site }) => {
    const made = await orgs.addExternalLinkToSite(org, site, {
      title: 'Status',
      url: 'https://status.example/',
      description: 'What is up',
      icon: 'globe',
      condition: 'visitor.claims.beta == true',
    })
    kept.link = made.data.id
    return made
  },
  updateSiteExternalLinkById: async ({ orgs }, { org, site }) =>
    orgs.updateSiteExternalLinkById(org, site, kept.link, { title: 'Other', icon: null }),
  deleteSiteExternalLinkById: async ({ orgs }, { org, site }) =>
    orgs.deleteSiteExternalLinkById(org, site, kept.link),
}

describe('what only the newest public client can call', () => {
  let api: TestApi
  let scene: Scene
  let client: Client
  const replies = replyDifferences('0.202.0')

  before(async () => {
    api = await startTestApi()
    scene = await createScene(api)
    const made: unknown = new GitBookAPI({
      endpoint: api.url,
      authToken: api.tokens.admin,
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    client = made as Client
  })
  after(async () => api.stop())

  it('is called here, each operation once', () => {
    const { methodAndPath } = clientSchemas('0.202.0')
    const expected = [...withoutMethod].filter((id) => {
      const { method, path } = operations[id]
      return methodAndPath(id) === `${method} ${path}`
    })
    assert.deepEqual(Object.keys(calls).toSorted(), expected.toSorted())
  })

  for (const [id, call] of Object.entries(calls)) {
    it(`succeeds with ${id}`, async () => {
      replies.judge(id, await call(client, scene))
    })
  }

  it('shows a link among the sections as the schema of a structure says', async () => {
    await client.orgs.addExternalLinkToSite(scene.org, scene.site, {
      title: 'Stays',
      url: 'https://status.example/',
    })
    const reply = await client.orgs.getSiteStructure(scene.org, scene.site)
    assert.ok(JSON.stringify(reply.data).includes('site-external-link'))
    replies.judge('getSiteStructure', reply)
  })

  it('is answered with what its schemas say, but for what the list names', () => {
    assert.ok(replies.judged() > 12)
    const allowed = Object.keys(allowedInNewestOnly)
    assert.deepEqual([...replies.found].toSorted(), allowed.toSorted())
  })
})

async function createScene(api: TestApi): Promise<Scene> {
  const admin = api.as('admin')
  const org = api.organization
  const space = await newSpace(api, 'Guide', { Start: 'Words.\n' })
  const { site } = await newSite(api, 'Docs', [space])
  const path = `/orgs/${org}/sites/${site}`
  const other = await newSpace(api, 'Reference', { Start: 'Words.\n' })
  await ok(admin.post(`${path}/sections`, { spaceId: other, title: 'Second' }))
  const siteSpaces = await ok(admin.get(`${path}/site-spaces`))
  const team = await ok(admin.put(`/orgs/${org}/teams`, { title: 'Crew' }))
  const { revision } = await ok(admin.get(`/spaces/${space}`))
  const { pages } = await ok(admin.get(`/spaces/${space}/content/pages`))
  const request = await changeRequestIn(api, space)
  const audited = await ok(admin.get(`/orgs/${org}/audit-events`))
  // Of its answers, one that has ended says most: what it wrote, and where that is from.
  const { id: importRun, pages: written } = await importArchive(
    api,
    await newSpace(api, 'Imported', {}),
    await packFiles(
      new Map([
        ['SUMMARY.md', '# Contents\n\n## Group\n\n* [Start](start.md)\n'],
        ['start.md', '# Start\n'],
      ]),
    ),
  )
  assert.equal(written.length, 2)
  return {
    org,
    site,
    siteSpace: siteSpaces.items[0].id,
    user: api.users.edit,
    team: team.id,
    space,
    revision,
    page: pages[0].id,
    request: request.view.id,
    importRun,
    auditEvent: audited.items[0].id,
    spec: (await createSceneSpec(api)).slug,
  }
}
