import { Type, type Static } from 'typebox'

import { constant, enumeration, id, list, named, paging, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { ofToken } from './parameters.ts'

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
  revokeUserAPIToken: {
    method: 'DELETE',
    path: '/user/tokens/{tokenId}',
    tag: 'api-tokens',
    summary: 'Revoke an API token',
    description:
      'Ends one of your tokens; requests that use it are refused within a second. Revoking a token that is already gone succeeds.',
    caller: 'user',
    reach: 'account-write',
    params: ofToken,
    status: 204,
    errors: [403],
  },
})
