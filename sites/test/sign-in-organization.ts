import assert from 'node:assert/strict'

import type { Client } from '@lectern/contract/client.ts'

import { until } from '../../server/test/database/test-until.ts'
import type { SignInWorld } from './sign-in-world.ts'

/** An organization, and who sets it up: an admin with a token. */
export interface Admin {
  readonly client: Client
  readonly organizationId: string
}

/** What SimpleSAMLphp is told about the organization. */
const samlOptions = {
  NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'simplesaml.nameidattribute': 'uid',
  'saml20.sign.assertion': true,
}

/** The provider of the organization: each is told about the other. */
export async function setUpSaml(
  { saml }: SignInWorld,
  { client, organizationId }: Admin,
  defaultTeam?: string,
): Promise<void> {
  const made = await client.call('createOrganizationSAMLProvider', {
    params: { organizationId },
    body: {
      label: 'Acme Workplace',
      entityID: saml.entityId,
      ssoURL: saml.ssoURL,
      certificate: saml.identity.certificate,
      defaultRole: 'read',
      ...(defaultTeam !== undefined && { defaultTeam }),
    },
  })
  assert.equal(made.status, 'active')
  const { entityID, acsURL } = made.service
  await saml.serve([{ entityID, acsURL, options: samlOptions }])
}

/** The owner of a mail domain agrees that the organization lets in who is there. */
export async function proveDomain(
  { dns }: SignInWorld,
  { client, organizationId }: Admin,
  emailDomain: string,
): Promise<void> {
  const record = { TXT: [`lectern-organization=${organizationId}`] }
  dns.zone.set(`_lectern-challenge.${emailDomain}`, record)
  await client.call('updateOrganizationById', {
    params: { organizationId },
    body: { emailDomains: [emailDomain] },
  })
  await until(`${emailDomain} is proven`, async () => {
    const { organizations } = await client.call('getOrganizationsForEmailDomain', {
      params: { emailDomain },
    })
    return organizations.length > 0 || undefined
  })
}

/** Publishes a page for members; gives the address of the site. */
export async function publishInside({ client, organizationId }: Admin): Promise<string> {
  const { id: spaceId } = await client.call('createSpace', {
    params: { organizationId },
    body: { title: 'Handbook', editMode: 'live', empty: true },
  })
  const document = { markdown: 'Inside only.' }
  await client.call('updateSpaceContent', {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', title: 'Start', document }] },
  })
  const { id: siteId } = await client.call('createSite', {
    params: { organizationId },
    body: { title: 'Handbook', visibility: 'visitor-auth', spaces: [spaceId] },
  })
  const params = { organizationId, siteId }
  await client.call('updateSitePublishingAuthById', {
    params,
    body: { signIn: 'members' },
  })
  const { urls } = await client.call('publishSite', { params })
  assert.ok(urls.published !== undefined)
  return urls.published
}

/** Invites somebody by mail; gives the link that arrives. */
export async function invite(
  world: SignInWorld,
  { client, organizationId }: Admin,
  email: string,
): Promise<string> {
  const { invited } = await client.call('inviteUsersToOrganization', {
    params: { organizationId },
    body: { emails: [email], role: 'edit' },
  })
  assert.equal(invited, 1)
  return world.linkFor(email, 'Join “Acme”')
}

export async function memberIdOf(
  { client, organizationId }: Admin,
  email: string,
): Promise<string> {
  const { items } = await client.call('listMembersInOrganizationById', {
    params: { organizationId },
  })
  const found = items.find(({ user }) => user.email === email)
  assert.ok(found !== undefined, email)
  return found.user.id
}

/** The organization of somebody who has a token and is in no other. */
export async function adminWith(client: Client): Promise<Admin> {
  const { items } = await client.call('listOrganizationsForAuthenticatedUser')
  const [only, ...others] = items
  assert.ok(only !== undefined && others.length === 0)
  assert.equal(only.title, 'Acme')
  return { client, organizationId: only.id }
}
