import { newId } from '#/platform/ids/new-id.ts'
import type { TestApi } from '#test/test-api.ts'

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
  const token = await api.as('admin').post('/user/tokens', { label: 'Secret token' })
  const collection = await api
    .as('admin')
    .post(`/orgs/${organization}/collections`, { title: 'Secret collection' })
  const space = await api.as('admin').post(`/orgs/${organization}/spaces`, {
    title: 'Secret space',
    parent: idOf(collection.body),
  })
  const content = await api.as('admin').post(`/spaces/${idOf(space.body)}/content`, {
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
  const { pages, files, reusableContents } = (
    await api.as('admin').get(`/spaces/${idOf(space.body)}/content`)
  ).body
  const importRun = newId()
  await api.rows(
    `insert into import_run
       (organization_id, id, space_id, mode, upload_keys, upload_names, created_by)
     values ($1, $2, $3, 'add', '{}', '{}', $4)`,
    [organization, importRun, idOf(space.body), api.users.admin],
  )
  const domains = { emailDomains: ['acme.example'] }
  const updated = await api.as('admin').patch(`/orgs/${organization}`, domains)
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
    revisionId: { real: content.body.revision, missing: newId() },
    importRunId: { real: importRun, missing: newId() },
    inviteId: { real: idOf(invite.body), missing: newId() },
    tokenId: { real: idOf(token.body), missing: newId() },
    emailDomain: { real: 'acme.example', missing: 'nowhere.example' },
    subdomain: { real: updated.body.hostname, missing: 'nobody-has-this' },
  }
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
