import { Type, type Static } from 'typebox'

import { constant, email, id, named, uri } from './common.ts'
import { defineOperations } from './operation.ts'
import { ofUser } from './parameters.ts'

export const displayName = Type.String({ minLength: 1, maxLength: 64 })

export const user = named(
  'User',
  Type.Object({
    object: constant('user'),
    id: id('The same in every organization the user belongs to.'),
    displayName: Type.String(),
    email: Type.Optional(
      Type.String({
        ...email,
        description: 'Only shown to the user and to people who share an organization.',
      }),
    ),
    photoURL: Type.Optional(uri),
    urls: Type.Object({ location: uri }),
  }),
)
export type User = Static<typeof user>

export const userOperations = defineOperations({
  getAuthenticatedUser: {
    method: 'GET',
    path: '/user',
    tag: 'users',
    summary: 'Get the user behind the token',
    description:
      'Answers the account that the bearer token acts for. A quick way to check that a token works.',
    caller: 'user',
    reach: 'account',
    status: 200,
    reply: user,
    versioned: true,
    errors: [404],
  },
  getUserById: {
    method: 'GET',
    path: '/users/{userId}',
    tag: 'users',
    summary: 'Get a user',
    description:
      'Answers your own profile or that of somebody who shares an organization with you. Everybody else is not found, so that accounts cannot be listed by guessing; readers of a site find nobody.',
    caller: 'user',
    visitor: true,
    reach: 'account',
    params: ofUser,
    status: 200,
    reply: user,
    versioned: true,
    errors: [404],
  },
  updateUserById: {
    method: 'PATCH',
    path: '/users/{userId}',
    tag: 'users',
    summary: 'Update your own profile',
    description:
      'Changes the fields that are sent and keeps the others. Users can change only themselves.',
    caller: 'user',
    reach: 'account-write',
    params: ofUser,
    body: Type.Object({
      displayName: Type.Optional(displayName),
      photoURL: Type.Optional(uri),
    }),
    status: 200,
    reply: user,
    conditional: true,
    errors: [403, 404],
  },
})
