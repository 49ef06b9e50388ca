import { Type, type Static } from 'typebox'

import { constant, email, id, named } from './common.ts'
import { defineOperations } from './operation.ts'
import { title } from './organizations.ts'
import { displayName } from './users.ts'

export const firstRun = named(
  'FirstRun',
  Type.Object({
    object: constant('first-run'),
    isOpen: Type.Boolean({
      description: 'True until the server has its first account, and never again.',
    }),
  }),
)
export type FirstRun = Static<typeof firstRun>

export const completedFirstRun = named(
  'CompletedFirstRun',
  Type.Object({
    object: constant('completed-first-run'),
    user: id('The first account.'),
    organization: id('Its organization, which it is the only admin of.'),
    isSignedIn: Type.Boolean({
      description:
        'Whether the browser that asked is signed in: it is when a page of our own origin asked.',
    }),
  }),
)
export type CompletedFirstRun = Static<typeof completedFirstRun>

export const firstRunOperations = defineOperations({
  getFirstRun: {
    method: 'GET',
    path: '/first-run',
    tag: 'system',
    summary: 'Say whether the first account is still to be made',
    description:
      'Answers yes or no. While it is open, the log of the api has the link that `completeFirstRun` takes the secret of. Needs no token.',
    caller: 'anyone',
    reach: 'public',
    status: 200,
    reply: firstRun,
    errors: [],
  },
  completeFirstRun: {
    method: 'POST',
    path: '/first-run',
    tag: 'system',
    summary: 'Make the first account',
    description:
      'Makes the first account of the server and an organization with it as the admin, and signs the browser in when a page of our own origin asks. Works once, while the server has no account, with the secret of the link that the api writes to its log when it starts. Needs no token.',
    caller: 'anyone',
    reach: 'public',
    body: Type.Object({
      secret: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The last part of the link. It is good for a day.',
      }),
      displayName,
      email,
      organizationTitle: title,
    }),
    status: 201,
    reply: completedFirstRun,
    errors: [403, 404],
  },
})
