import { Type, type Static } from 'typebox'

import { constant, id, list, named, paging, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofScimToken } from './parameters.ts'

const label = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'What the token is for, such as the name of the directory.',
})
const expiresAt = Type.String({
  ...timestamp,
  description: 'From then on the token is refused. Absent: valid until deleted.',
})

const tokenFields = {
  object: constant('scim-token'),
  id: id('Names the token in lists and when deleting it; not the secret.'),
  label,
  createdAt: timestamp,
  expiresAt: Type.Optional(expiresAt),
  lastUsedAt: Type.Optional(
    Type.String({ ...timestamp, description: 'Accurate to about a minute.' }),
  ),
}

export const scimToken = named('SCIMToken', Type.Object(tokenFields))
export type ScimToken = Static<typeof scimToken>

const scimTokenWithSecret = named(
  'SCIMTokenWithSecret',
  Type.Object({
    ...tokenFields,
    token: Type.String({
      description: 'The secret to give to the directory. It cannot be shown again.',
    }),
    url: Type.String({
      description: 'The address to give to the directory: where it reaches SCIM.',
    }),
  }),
)

const common = {
  tag: 'provisioning',
  caller: 'user',
  reach: 'organization',
} as const

export const scimTokenOperations = defineOperations({
  listSCIMTokens: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/scim-tokens',
    summary: 'List the SCIM tokens of an organization',
    description:
      'Answers the tokens with which directories keep the members and teams, newest first. Open to admins. Secrets are never included.',
    params: inOrganization,
    query: paging,
    status: 200,
    reply: list('SCIMTokenList', scimToken),
    errors: [403, 404],
  },
  createSCIMToken: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/scim-tokens',
    summary: 'Create a SCIM token',
    description:
      'Makes a token for a directory such as Okta or Entra ID: it reaches the SCIM address of this organization and nothing else. The secret is in this answer only, so store it at once. Open to admins; a browser session must have been signed in during the last 10 minutes, and an organization has at most 10 tokens.',
    params: inOrganization,
    body: Type.Object({ label, expiresAt: Type.Optional(expiresAt) }),
    status: 201,
    reply: scimTokenWithSecret,
    errors: [400, 403, 404, 409],
  },
  deleteSCIMToken: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/scim-tokens/{scimTokenId}',
    summary: 'Delete a SCIM token',
    description:
      'Ends a token; the directory that uses it is refused within a second, and members and teams stay as they are. Deleting a token that is already gone succeeds. Open to admins; a browser session must have been signed in during the last 10 minutes.',
    params: ofScimToken,
    status: 204,
    errors: [403],
  },
})
