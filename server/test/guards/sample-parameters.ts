import { packSpec } from '#/features/references/openapi-specs/spec-content.ts'
import { storeFiles } from '#/features/references/openapi-specs/store-content.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { proveDomains } from '#test/organizations/prove-domains.ts'
import type { TestApi, TestBody } from '#test/test-api.ts'

/** A value that exists in the sample organization, and one of the same form that exists nowhere. */
export interface SampleParameter {
  readonly real: string
  readonly missing: string
}

/**
 * Something real for every name that stands in a path of the contract. A new name needs a line here:
 * the sweep says which.
 */
export async function sampleParameters(
  api: TestApi,
): Promise<Readonly<Record<string, SampleParameter>>> {
  const { organization } = api
  const team = await api
    .as('admin')
    .put(`/orgs/${organization}/teams`, { title: 'Secret team' })
  const invite = await api
    .as('admin')
    .post(`/orgs/${organization}/link-invites`, { role: 'read' })
  const tokens = await makeTokens(api)
  const collection = await api
    .as('admin')
    .post(`/orgs/${organization}/collections`, { title: 'Secret collection' })
  const space = await api.as('admin').post(`/orgs/${organization}/spaces`, {
    title: 'Secret space',
    parent: idOf(collection.body),
  })
  const { revision, pages, files, reusableContents } = await write(api, idOf(space.body))
  const changeRequest = await api
    .as('admin')
    .post(`/spaces/${idOf(space.body)}/change-requests`, { subject: 'Secret request' })
  const review = await api
    .as('admin')
    .post(
      `/spaces/${idOf(space.body)}/change-requests/${idOf(changeRequest.body)}/reviews`,
      {
        status: 'approved',
        comment: { markdown: 'Secret review' },
      },
    )
  const { comment, reply } = await discuss(api, idOf(space.body))
  const importRun = newId()
  await api.rows(
    `insert into import_run
       (organization_id, id, space_id, mode, upload_keys, upload_names, created_by)
     values ($1, $2, $3, 'add', '{}', '{}', $4)`,
    [organization, importRun, idOf(space.body), api.users.admin],
  )
  const audited = await api.as('admin').get(`/orgs/${organization}/audit-events`)
  const domains = { emailDomains: ['acme.example'] }
  const updated = await api.as('admin').patch(`/orgs/${organization}`, domains)
  await proveDomains(api, organization)
  return {
    organizationId: { real: organization, missing: newId() },
    userId: { real: api.users.read, missing: newId() },
    teamId: { real: idOf(team.body), missing: newId() },
    collectionId: { real: idOf(collection.body), missing: newId() },
    spaceId: { real: idOf(space.body), missing: newId() },
    pageId: { real: pages[1].id, missing: newId() },
    pagePath: { real: pages[1].path, missing: 'no-such-page' },
    documentId: { real: pages[1].documentId, missing: newId() },
    fileId: { real: files[0].id, missing: newId() },
    reusableContentId: { real: reusableContents[0].id, missing: newId() },
    revisionId: { real: revision, missing: newId() },
    changeRequestId: { real: idOf(changeRequest.body), missing: newId() },
    reviewId: { real: idOf(review.body), missing: newId() },
    checkName: { real: 'secret-check', missing: 'no-such-check' },
    commentId: { real: comment, missing: newId() },
    commentReplyId: { real: reply, missing: newId() },
    auditEventId: { real: idOf(audited.body.items[0]), missing: newId() },
    importRunId: { real: importRun, missing: newId() },
    ...(await insertObjects(api)),
    inviteId: { real: idOf(invite.body), missing: newId() },
    ...tokens,
    emailDomain: { real: 'acme.example', missing: 'nowhere.example' },
    ...(await sampleSite(api, idOf(space.body))),
    subdomain: { real: updated.body.hostname, missing: 'nobody-has-this' },
  }
}

async function makeTokens(api: TestApi) {
  const make = async (path: string) =>
    api.as('admin').post(path, { label: 'Secret token' })
  const token = await make('/user/tokens')
  const scimToken = await make(`/orgs/${api.organization}/scim-tokens`)
  return {
    tokenId: { real: idOf(token.body), missing: newId() },
    scimTokenId: { real: idOf(scimToken.body), missing: newId() },
  }
}

/** What an organization has besides content. */
async function insertObjects(
  api: TestApi,
): Promise<Readonly<Record<string, SampleParameter>>> {
  return {
    signInMethodId: { real: await passwordOf(api, api.users.admin), missing: newId() },
    sessionId: { real: (await signIn(api, api.users.admin)).id, missing: newId() },
    samlProviderId: { real: await insertProvider(api), missing: newId() },
    fontId: { real: await insertFont(api), missing: newId() },
    ...(await insertSpec(api)),
  }
}

async function insertProvider(api: TestApi): Promise<string> {
  const provider = await api
    .as('admin')
    .post(`/orgs/${api.organization}/saml`, { label: 'Secret provider' })
  return idOf(provider.body)
}

async function insertFont(api: TestApi): Promise<string> {
  const id = newId()
  await api.rows(
    `insert into custom_font (organization_id, id, family) values ($1, $2, 'Secret font')`,
    [api.organization, id],
  )
  await api.rows(
    `insert into custom_font_file (organization_id, id, font_id, weight, format, size)
     values ($1, $2, $2, 400, 'woff2', 1)`,
    [api.organization, id],
  )
  return id
}

async function insertSpec(
  api: TestApi,
): Promise<Readonly<Record<'specSlug' | 'versionId' | 'overlayName', SampleParameter>>> {
  const [specId, versionId] = [newId(), newId()]
  const packed = packSpec({ name: 'openapi.json', text: '{"secret":"spec"}' })
  const { hash } = packed
  await storeFiles(api.services, api.organization, packed)
  await api.rows(
    `insert into openapi_spec (organization_id, id, slug, slug_key, source_hash)
     values ($1, $2, 'secret-spec', 'secret-spec', $3)`,
    [api.organization, specId, hash],
  )
  await api.rows(
    `insert into openapi_spec_version (organization_id, spec_id, id, hash)
     values ($1, $2, $3, $4)`,
    [api.organization, specId, versionId, hash],
  )
  await api.rows(
    `insert into openapi_overlay (organization_id, spec_id, name, text)
     values ($1, $2, 'secret-overlay', '{}')`,
    [api.organization, specId],
  )
  return {
    specSlug: { real: 'secret-spec', missing: 'no-such-spec' },
    overlayName: { real: 'secret-overlay', missing: 'no-such-overlay' },
    versionId: { real: versionId, missing: newId() },
  }
}

/** A site with something of everything that stands in paths below one. */
async function sampleSite(
  api: TestApi,
  spaceId: string,
): Promise<Readonly<Record<string, SampleParameter>>> {
  const { organization } = api
  const site = await api.as('admin').post(`/orgs/${organization}/sites`, {
    title: 'Secret site',
    spaces: [spaceId],
  })
  const parts = `/orgs/${organization}/sites/${idOf(site.body)}`
  const section = await api
    .as('admin')
    .post(`${parts}/sections`, { spaceId: spaceId, title: 'Secret section' })
  const group = await api.as('admin').post(`${parts}/section-groups`, {
    title: 'Secret group',
    sections: [idOf(section.body)],
  })
  const link = await api.as('admin').post(`${parts}/external-links`, {
    title: 'Secret link',
    url: 'https://secret.example/',
  })
  const shareLink = await api
    .as('admin')
    .post(`${parts}/share-links`, { name: 'Secret link' })
  const redirect = await api.as('admin').post(`${parts}/redirects`, {
    source: '/secret-source',
    destination: { kind: 'site-section', siteSectionId: idOf(section.body) },
  })
  const hostname = 'docs.secret-customer.example'
  const target = { type: 'site', site: idOf(site.body) }
  await api.as('admin').put(`/custom-hostnames/${hostname}`, { target })
  return {
    siteId: { real: idOf(site.body), missing: newId() },
    siteSectionId: { real: idOf(section.body), missing: newId() },
    siteExternalLinkId: { real: idOf(link.body), missing: newId() },
    siteSectionGroupId: { real: idOf(group.body), missing: newId() },
    siteSpaceId: { real: idOf(section.body.siteSpaces[0]), missing: newId() },
    shareLinkId: { real: idOf(shareLink.body), missing: newId() },
    siteRedirectId: { real: idOf(redirect.body), missing: newId() },
    hostname: { real: hostname, missing: 'docs.no-customer.example' },
  }
}

async function write(api: TestApi, spaceId: string): Promise<TestBody> {
  const path = `/spaces/${spaceId}/content`
  const written = await api.as('admin').post(path, {
    changes: [
      {
        operation: 'insert_page',
        title: 'Secret page',
        document: { markdown: 'Hidden.' },
      },
      { operation: 'insert_reusable_content', title: 'Secret snippet' },
      { operation: 'insert_files', files: [{ name: 'secret.txt', base64: 'eA==' }] },
    ],
  })
  const { body } = await api.as('admin').get(path)
  return { ...body, revision: written.body.revision }
}

async function discuss(api: TestApi, spaceId: string) {
  const comments = `/spaces/${spaceId}/comments`
  const secret = { body: { markdown: 'Secret words' } }
  const comment = idOf((await api.as('admin').post(comments, secret)).body)
  const answer = await api.as('admin').post(`${comments}/${comment}/replies`, secret)
  return { comment, reply: idOf(answer.body) }
}

function idOf(body: unknown): string {
  if (
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    typeof body.id === 'string'
  ) {
    return body.id
  }
  throw new Error(`The sample could not be made: ${JSON.stringify(body)}`)
}

/** The way to sign in that an account has once it has a password. */
async function passwordOf(api: TestApi, accountId: string): Promise<string> {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$never-the-hash-of-anything'
  await api.rows(
    `insert into account_password (account_id, hash) values ($1, $2) on conflict do nothing`,
    [accountId, hash],
  )
  return 'password'
}
