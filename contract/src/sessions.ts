import { Type, type Static } from 'typebox'

import { constant, enumeration, id, list, named, paging, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { ofSession } from './parameters.ts'

export const signInWay = named(
  'SignInWay',
  enumeration(['link', 'password', 'passkey', 'oidc', 'saml'], {
    description:
      'How somebody proved who they are. `oidc`: with an identity provider of the installation; `saml`: with that of an organization.',
  }),
)
export type SignInWay = Static<typeof signInWay>

export const userSession = named(
  'UserSession',
  Type.Object({
    object: constant('user-session'),
    id: id('Names the session in lists and when ending it; not the secret.'),
    isCurrent: Type.Boolean({
      description: 'Whether this request was made with this session.',
    }),
    device: Type.String({
      description: 'The browser and the system, as they named themselves at sign-in.',
    }),
    address: Type.String({ description: 'The network address of the sign-in.' }),
    way: signInWay,
    createdAt: timestamp,
    authenticatedAt: Type.String({
      ...timestamp,
      description:
        'When the person last proved who they are. Identity providers say when that was; of one that does not, 10 minutes before the sign-in, unless the account has no other way in.',
    }),
    isFresh: Type.Boolean({
      description:
        'Whether that was in the last 10 minutes, as some changes of an account need.',
    }),
    lastUsedAt: Type.String({ ...timestamp, description: 'Accurate to about a minute.' }),
    expiresAt: Type.String({
      ...timestamp,
      description: 'From then on the session is refused, unless it is used before.',
    }),
    organization: Type.Optional(
      id('The one organization the session can reach. Absent: all of them.'),
    ),
  }),
)
export type UserSession = Static<typeof userSession>

export const sessionOperations = defineOperations({
  getSession: {
    method: 'GET',
    path: '/user/session',
    tag: 'sessions',
    summary: 'Get the current session',
    description:
      'Answers the session that this request was made with. A request with an API token has none.',
    caller: 'user',
    reach: 'account',
    status: 200,
    reply: userSession,
    errors: [404],
  },
  listSessions: {
    method: 'GET',
    path: '/user/sessions',
    tag: 'sessions',
    summary: 'List your sessions',
    description:
      'Answers where you are signed in, the newest session first. Secrets are never included.',
    caller: 'user',
    reach: 'account',
    query: paging,
    status: 200,
    reply: list('UserSessionList', userSession),
    errors: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/{sessionId}',
    tag: 'sessions',
    summary: 'End a session',
    description:
      'Ends one of your sessions; requests that use it are refused within a second. Ending the current one signs out. Ending a session that is already gone succeeds.',
    caller: 'user',
    reach: 'account-write',
    params: ofSession,
    status: 204,
    errors: [403],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/user/sessions',
    tag: 'sessions',
    summary: 'End all other sessions',
    description:
      'Ends all your sessions but the one that this request was made with; all of them where it was made with an API token.',
    caller: 'user',
    reach: 'account-write',
    status: 204,
    errors: [403],
  },
})
