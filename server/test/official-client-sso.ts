import assert from 'node:assert/strict'

import type { OperationId } from '@lectern/contract/operations.ts'

import { type Calls, forAdminsOnly, outsideOf } from './official-client-calls.ts'
import { makeIdentity } from './sso/test-certificates.ts'
import type { TestApi } from './test-api.ts'

const complete = {
  entityID: 'https://idp.example/metadata',
  ssoURL: 'https://idp.example/sso',
  certificate: makeIdentity().certificate,
}

/** An identity provider of which everything is set. */
export async function createSceneProvider(api: TestApi): Promise<string> {
  const { body } = await api
    .as('admin')
    .post(`/orgs/${api.organization}/saml`, { label: 'Acme', ...complete })
  return body.id
}

export const ssoCalls = {
  listSAMLProvidersInOrganizationById: forAdminsOnly(async (client, { organization }) =>
    client.orgs.listSamlProvidersInOrganizationById(organization, { limit: 5 }),
  ),
  createOrganizationSAMLProvider: forAdminsOnly(
    async (client, { organization, team: defaultTeam }) =>
      client.orgs.createOrganizationSamlProvider(organization, {
        ...complete,
        label: 'Second',
        defaultTeam,
      }),
  ),
  getOrganizationSAMLProviderById: outsideOf(
    async (client, { organization, samlProvider }) =>
      client.orgs.getOrganizationSamlProviderById(organization, samlProvider),
  ),
  updateOrganizationSAMLProvider: forAdminsOnly(
    async (client, { organization, samlProvider }) => {
      const reply = await client.orgs.updateOrganizationSamlProvider(
        organization,
        samlProvider,
        { label: 'Renamed' },
      )
      assert.deepEqual([reply.data.label, reply.data.status], ['Renamed', 'active'])
      return reply
    },
  ),
  listSSOProviderLoginsInOrganization: {
    succeed: async (client, { organization }) => {
      const reply = await client.orgs.listSsoProviderLoginsInOrganization(organization)
      assert.match(reply.data.items[0]?.startURL ?? '', /\/sso\/saml\/\w+\/start$/)
      return reply
    },
    refuse: async (client) => client.orgs.listSsoProviderLoginsInOrganization('nowhere'),
    status: 404,
  },
  deleteOrganizationSAMLProvider: forAdminsOnly(
    async (client, { organization, samlProvider }) =>
      client.orgs.deleteOrganizationSamlProvider(organization, samlProvider),
  ),
} satisfies Partial<Record<OperationId, Calls>>
