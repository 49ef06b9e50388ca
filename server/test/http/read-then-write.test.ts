import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { type OperationId, operations } from '@lectern/contract/operations.ts'

import { createSceneSpec } from '../official-client-openapi.ts'
import { startTestApi, type TestApi, type TestBody } from '../test-api.ts'
import { changeRequestIn } from '../test-change-requests.ts'
import { nodesOf } from '../test-nodes.ts'
import { sitesOf } from '../test-sites.ts'

type Ids = Readonly<Record<string, string>>

/**
 * Every read of a whole object whose path is also that of a write, with the write. What the write
 * takes under the name of something that was answered must be taken as it was answered.
 */
const pairs = {
  getCollectionById: 'updateCollectionById',
  getOrganizationById: 'updateOrganizationById',
  getOrganizationAgentInstructions: 'updateOrganizationAgentInstructions',
  getMemberInOrganizationById: 'updateMemberInOrganizationById',
  getOrganizationSAMLProviderById: 'updateOrganizationSAMLProvider',
  getSiteById: 'updateSiteById',
  getSiteAdaptiveSchema: 'updateSiteAdaptiveSchema',
  getSiteCustomizationById: 'updateSiteCustomizationById',
  getSitePublishingAuthById: 'updateSitePublishingAuthById',
  getSiteSpaceCustomizationById: 'overrideSiteSpaceCustomizationById',
  getTeamInOrganizationById: 'updateTeamInOrganizationById',
  getOpenAPISpecBySlug: 'updateOpenAPISpecBySlug',
  getOpenAPISpecOverlay: 'putOpenAPISpecOverlay',
  getSpaceById: 'updateSpaceById',
  getChangeRequestById: 'updateChangeRequestById',
  getCommentInSpace: 'updateCommentInSpace',
  getCommentReplyInSpace: 'updateCommentReplyInSpace',
  getCommentInChangeRequest: 'updateCommentInChangeRequest',
  getCommentReplyInChangeRequest: 'updateCommentReplyInChangeRequest',
  getNotificationPreferences: 'updateNotificationPreferences',
  getUserById: 'updateUserById',
} as const satisfies Partial<Record<OperationId, OperationId>>

/** Answers that are taken back whole, with nothing left out. */
const whole = new Set<string>([
  'getSiteCustomizationById',
  'getSiteSpaceCustomizationById',
])

/** Reads whose path a write shares that does not take such an object. */
const others: readonly string[] = [
  'getCustomHostname',
  'getEmailChange',
  'getOrganizationInviteLink',
  'getSecondFactor',
  'listCustomFonts',
  'listSiteRedirects',
  'listTeamsInOrganizationById',
  'listTeamMembersInOrganizationById',
]

const all: Readonly<Record<string, OperationDefinition>> = operations

describe('what a read answers', () => {
  let api: TestApi
  let ids: Ids
  before(async () => {
    api = await startTestApi()
    ids = await createObjects(api)
  })
  after(async () => api.stop())

  it('is listed here for every path that is read and written', () => {
    const written = new Set(
      Object.values(all)
        .filter(({ method }) => method === 'PUT' || method === 'PATCH')
        .map(({ path }) => path),
    )
    const reads = Object.entries(all).filter(
      ([, { method, path }]) => method === 'GET' && written.has(path),
    )
    assert.deepEqual(
      reads.map(([id]) => id).toSorted(),
      [...Object.keys(pairs), ...others].toSorted(),
    )
  })

  for (const [read, write] of Object.entries(pairs)) {
    it(`of ${read} is taken by ${write} as it is`, async () => {
      const admin = api.as('admin')
      const { method, path, body } = operations[write]
      const target = targetOf(path, ids)
      const answered = await admin.get(target)
      assert.equal(answered.status, 200, JSON.stringify(answered.body))
      const sent = whole.has(read) ? answered.body : settable(body, answered.body)
      const headers = { prefer: 'handling=strict' }
      const reply = await admin.send(method, target, sent, headers)
      assert.ok(reply.status < 300, JSON.stringify({ sent, got: reply.body }))
      if (whole.has(read)) assert.deepEqual(reply.body, answered.body)
    })
  }
})

function targetOf(path: string, ids: Ids): string {
  const isOfRequest = path.includes('{changeRequestId}')
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const ofRequest = isOfRequest ? ids[`${name}OfRequest`] : undefined
    return ofRequest ?? ids[name] ?? name
  })
}

/** The part of an answer whose keys a body knows. */
function settable(schema: object, value: TestBody): TestBody {
  const keys = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  const kept = keys.filter((key) => value[key] !== undefined)
  const sent = Object.fromEntries(kept.map((key) => [key, value[key]]))
  // What somebody said is answered in two forms and taken in one.
  const { document } = sent['body'] ?? {}
  return document === undefined ? sent : { ...sent, body: { document } }
}

async function createObjects(api: TestApi): Promise<Ids> {
  const admin = api.as('admin')
  const org = `/orgs/${api.organization}`
  const spaceId = await nodesOf(api).space({ title: 'Guide' })
  const site = await sitesOf(api)({ visibility: 'visitor-auth' })
  const siteSpace = await site.siteSpace('Shown')
  const request = await changeRequestIn(api, spaceId)
  const changeRequestId: string = request.view.id
  const body = { markdown: 'Said.' }
  const talk = async (at: string) => {
    const { id: commentId } = await made(admin.post(`${at}/comments`, { body }))
    const replies = `${at}/comments/${commentId}/replies`
    const { id: commentReplyId } = await made(admin.post(replies, { body }))
    return { commentId, commentReplyId }
  }
  const inSpace = await talk(`/spaces/${spaceId}`)
  const inRequest = await talk(request.path)
  const { slug: specSlug } = await createSceneSpec(api)
  const overlayName = '10-hide'
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Hide', version: '1' },
    actions: [{ target: '$.tags', remove: true }],
  }
  await made(
    admin.put(`${org}/openapi/${specSlug}/overlays/${overlayName}`, {
      text: JSON.stringify(overlay),
    }),
  )
  return {
    specSlug,
    overlayName,
    organizationId: api.organization,
    siteId: site.id,
    siteSpaceId: siteSpace.id,
    spaceId,
    changeRequestId,
    ...inSpace,
    commentIdOfRequest: inRequest.commentId,
    commentReplyIdOfRequest: inRequest.commentReplyId,
    userId: api.users.admin,
    collectionId: (await made(admin.post(`${org}/collections`, { title: 'All' }))).id,
    teamId: (await made(admin.put(`${org}/teams`, { title: 'Crew' }))).id,
    samlProviderId: (await made(admin.post(`${org}/saml`, { label: 'Acme' }))).id,
    inviteId: (await made(admin.post(`${org}/link-invites`, { role: 'read' }))).id,
  }
}

async function made(
  reply: Promise<{ status: number; body: TestBody }>,
): Promise<TestBody> {
  const { status, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return body
}
