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
  const domains = { emailDomains: ['acme.example'] }
  const updated = await api.as('admin').patch(`/orgs/${organization}`, domains)
  return {
    organizationId: { real: organization, missing: newId() },
    userId: { real: api.users.read, missing: newId() },
    teamId: { real: idOf(team.body), missing: newId() },
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
