import { Type, type Static } from 'typebox'

import { constant, enumeration, id, named, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { ofSignInMethod } from './parameters.ts'

export const signInMethodType = named(
  'SignInMethodType',
  enumeration(['link', 'password', 'passkey', 'provider'], {
    description:
      '`link`: a link that is mailed to the address of the account. `provider`: an identity provider, of an organization or, without one, of the installation.',
  }),
)
export type SignInMethodType = Static<typeof signInMethodType>

export const signInMethod = named(
  'SignInMethod',
  Type.Object({
    object: constant('sign-in-method'),
    id: id('Names the method in lists and when removing it.'),
    type: signInMethodType,
    isRemovable: Type.Boolean({
      description:
        'Whether it can be removed: not the last one into the whole account, and not links by mail, which the installation has for everybody. One that reaches a single organization can always be removed.',
    }),
    isOff: Type.Optional(
      Type.Boolean({
        description:
          'True for what signs nobody in by the settings of the installation, such as an identity of a provider that was taken out of them; it would again if they were as before. It counts for no way in, and can always be removed. Absent: it is on.',
      }),
    ),
    organization: Type.Optional(
      Type.Object(
        { id: id('The organization.'), title: Type.String() },
        {
          description:
            'The one organization that is reached this way. Absent: the whole account.',
        },
      ),
    ),
    provider: Type.Optional(
      Type.String({
        description:
          'What an identity provider is called by its organization, or here where it is of the installation; the host of one that is not in the settings any more.',
      }),
    ),
    device: Type.Optional(
      Type.String({
        description: 'The browser and the system that a passkey was added with.',
      }),
    ),
    knownAs: Type.Optional(
      Type.String({
        description:
          'What an identity provider of the installation called you when you connected it: an address or a name.',
      }),
    ),
    lastUsedAt: Type.Optional(
      Type.String({
        ...timestamp,
        description:
          'When a passkey or an identity provider last signed you in. Absent: never, or before this was noted.',
      }),
    ),
    createdAt: Type.Optional(
      Type.String({
        ...timestamp,
        description: 'When it was set or added, or the provider first signed you in.',
      }),
    ),
  }),
)
export type SignInMethod = Static<typeof signInMethod>

export const passwordCharactersMax = 200

export const signInMethodOperations = defineOperations({
  listSignInMethods: {
    method: 'GET',
    path: '/user/sign-in-methods',
    tag: 'sessions',
    summary: 'List your ways to sign in',
    description:
      'Answers the ways in which you can sign in with a browser, and those that are switched off.',
    caller: 'user',
    reach: 'account-write',
    status: 200,
    reply: named('SignInMethodList', Type.Object({ items: Type.Array(signInMethod) })),
    errors: [],
  },
  removeSignInMethod: {
    method: 'DELETE',
    path: '/user/sign-in-methods/{signInMethodId}',
    tag: 'sessions',
    summary: 'Remove a way to sign in',
    description:
      'Removes one of your ways to sign in, but not the last one, ends all other sessions and mails you; one that is already gone counts as removed. An identity provider can be removed even where its organization wants single sign-on of you: you stay a member, and it signs you in again once you are signed in to your account, come through it and agree. Needs a session that was signed in within the last 10 minutes.',
    caller: 'user',
    reach: 'account-write',
    params: ofSignInMethod,
    status: 204,
    errors: [403, 409],
  },
  setPassword: {
    method: 'PUT',
    path: '/user/password',
    tag: 'sessions',
    summary: 'Set your password',
    description:
      'Sets or changes the password that you sign in with, ends all other sessions and mails you. Needs a session that was signed in within the last 10 minutes.',
    caller: 'user',
    reach: 'account-write',
    body: Type.Object({
      password: Type.String({
        minLength: 12,
        maxLength: passwordCharactersMax,
        description:
          'Any characters, 12 at least, compared in Unicode normalization form C. The commonest passwords are refused.',
      }),
    }),
    status: 204,
    errors: [403],
  },
})
