import { Type, type Static } from 'typebox'

import { constant, enumeration, id, list, named, paging, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofToken, ofTokenIn } from './parameters.ts'

export const tokenScope = named(
  'UserAPITokenScope',
  enumeration(['read', 'write'], {
    description: '`read` allows GET requests, `write` all others.',
  }),
)
export type TokenScope = Static<typeof tokenScope>

const label = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'What the token is for, in your own words.',
})
const expiresAt = Type.String({
  ...timestamp,
  description: 'From then on the token is refused. Absent: valid until revoked.',
})
const organization = id('The one organization the token can reach. Absent: all of them.')

const tokenFields = {
  object: constant('user-api-token'),
  id: id('Names the token in lists and when revoking it; not the secret.'),
  label,
  createdAt: timestamp,
  expiresAt: Type.Optional(expiresAt),
  lastUsedAt: Type.Optional(
    Type.String({ ...timestamp, description: 'Accurate to about a minute.' }),
  ),
  scopes: Type.Array(tokenScope),
  organization: Type.Optional(organization),
  confirmedFor: Type.Optional(
    id(
      'The organization whose single sign-on has vouched for the token, so that it works there although its owner must use it. Absent: none.',
    ),
  ),
  forEmergencies: Type.Optional(
    Type.Literal(true, {
      description:
        'Set for a token with which an admin reaches the organization although it wants single sign-on of them.',
    }),
  ),
}

export const userApiToken = named('UserAPIToken', Type.Object(tokenFields))
export type UserApiToken = Static<typeof userApiToken>

export const userApiTokenWithSecret = named(
  'UserAPITokenWithSecret',
  Type.Object({
    ...tokenFields,
    token: Type.String({
      description: 'The secret to send as bearer token. It cannot be shown again.',
    }),
  }),
)
export type UserApiTokenWithSecret = Static<typeof userApiTokenWithSecret>

export const apiTokenOperations = defineOperations({
  listUserAPITokens: {
    method: 'GET',
    path: '/user/tokens',
    tag: 'api-tokens',
    summary: 'List your API tokens',
    description:
      'Answers your tokens with their limits and last use, newest first. Secrets are never included.',
    caller: 'user',
    reach: 'account',
    query: paging,
    status: 200,
    reply: list('UserAPITokenList', userApiToken),
    errors: [],
  },
  createUserAPIToken: {
    method: 'POST',
    path: '/user/tokens',
    tag: 'api-tokens',
    summary: 'Create an API token',
    description:
      'Makes a token that acts as you, optionally limited to reading, to one organization or until a date. A token that expires makes none that is valid for longer. The secret is in this answer only, so store it at once.',
    caller: 'user',
    reach: 'account-write',
    body: Type.Object({
      label,
      expiresAt: Type.Optional(expiresAt),
      scopes: Type.Optional(
        Type.Array(tokenScope, {
          minItems: 1,
          uniqueItems: true,
          maxItems: 2,
          description: 'Both when absent.',
        }),
      ),
      organization: Type.Optional(organization),
    }),
    status: 201,
    reply: userApiTokenWithSecret,
    errors: [400, 403, 404],
  },
  createOrganizationAPIToken: {
    method: 'POST',
    path: '/orgs/{organizationId}/tokens',
    tag: 'api-tokens',
    summary: 'Create an API token for one organization',
    description:
      "Makes a token that acts as you in this organization and nowhere else; its secret is in this answer only. Made from a session of the organization's single sign-on of the last 10 minutes, it works although the organization wants single sign-on of you. One for emergencies works for an admin without it, for the day when nobody can sign in: keep it in a safe.",
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      label,
      expiresAt: Type.Optional(expiresAt),
      scopes: Type.Optional(
        Type.Array(tokenScope, {
          minItems: 1,
          uniqueItems: true,
          maxItems: 2,
          description: 'Both when absent.',
        }),
      ),
      forEmergencies: Type.Optional(
        Type.Boolean({
          description:
            'Makes a token that an admin can use without single sign-on. Its making and its use are in the audit log.',
        }),
      ),
    }),
    status: 201,
    reply: userApiTokenWithSecret,
    errors: [400, 403, 404, 409],
  },
  confirmOrganizationAPIToken: {
    method: 'POST',
    path: '/orgs/{organizationId}/tokens/{tokenId}/confirm',
    tag: 'api-tokens',
    summary: 'Confirm one of your API tokens for an organization with single sign-on',
    description:
      "Lets a token of yours work in this organization although it wants single sign-on of you. Needs a browser that was signed in with the organization's provider during the last 10 minutes. A token is confirmed for one organization at a time.",
    caller: 'user',
    reach: 'organization',
    params: ofTokenIn,
    status: 200,
    reply: userApiToken,
    errors: [403, 404],
  },
  revokeUserAPIToken: {
    method: 'DELETE',
    path: '/user/tokens/{tokenId}',
    tag: 'api-tokens',
    summary: 'Revoke an API token',
    description:
      'Ends one of your tokens; requests that use it are refused within a second. Revoking a token that is already gone succeeds. A browser session must have been signed in during the last 10 minutes.',
    caller: 'user',
    reach: 'account-write',
    params: ofToken,
    status: 204,
    errors: [403],
  },
})
