import { Type, type Static } from 'typebox'

import { constant, named, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'

export const secondFactor = named(
  'SecondFactor',
  Type.Object({
    object: constant('second-factor'),
    isSet: Type.Boolean({
      description:
        'Whether a code is asked for after a password or a mailed link. Passkeys need none.',
    }),
    setAt: Type.Optional(timestamp),
    recoveryCodesLeft: Type.Integer({
      minimum: 0,
      maximum: 10,
      description: 'How many recovery codes are not used yet.',
    }),
  }),
)
export type SecondFactor = Static<typeof secondFactor>

export const secondFactorOffer = named(
  'SecondFactorOffer',
  Type.Object({
    object: constant('second-factor-offer'),
    offer: Type.String({
      description:
        'To be sent back with a code, within 15 minutes and in the same session. Until then nothing is set.',
    }),
    secret: Type.String({
      description:
        'What an app makes its codes of, in base32: six digits every 30 seconds, with SHA-1 (RFC 6238).',
    }),
    appURL: Type.String({
      description: 'The same as `otpauth://` URL, which apps read from a QR code.',
    }),
  }),
)
export type SecondFactorOffer = Static<typeof secondFactorOffer>

export const recoveryCodes = named(
  'RecoveryCodes',
  Type.Object({
    object: constant('recovery-codes'),
    codes: Type.Array(Type.String(), {
      description:
        'Ten codes, each of which takes the place of a code of the app once. They cannot be shown again.',
    }),
  }),
)
export type RecoveryCodes = Static<typeof recoveryCodes>

const fresh = 'Needs a session that was signed in within the last 10 minutes.'

export const secondFactorOperations = defineOperations({
  getSecondFactor: {
    method: 'GET',
    path: '/user/second-factor',
    tag: 'sessions',
    summary: 'Get your second factor',
    description:
      'Answers whether you are asked for a code of an app when you sign in, and how many recovery codes are left.',
    caller: 'user',
    reach: 'account-write',
    status: 200,
    reply: secondFactor,
    errors: [],
  },
  offerSecondFactor: {
    method: 'POST',
    path: '/user/second-factor',
    tag: 'sessions',
    summary: 'Begin to set your second factor',
    description: `Answers a new secret for an app that makes codes. Nothing changes before \`setSecondFactor\` proves that the app has it. ${fresh}`,
    caller: 'user',
    reach: 'account-write',
    status: 200,
    reply: secondFactorOffer,
    errors: [403],
  },
  setSecondFactor: {
    method: 'PUT',
    path: '/user/second-factor',
    tag: 'sessions',
    summary: 'Set your second factor',
    description: `Sets or changes the second factor to what was offered, ends all other sessions and mails you. Answers ten new recovery codes; former ones work no more. ${fresh}`,
    caller: 'user',
    reach: 'account-write',
    body: Type.Object({
      offer: Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'As `offerSecondFactor` answered it.',
      }),
      code: Type.String({
        minLength: 6,
        maxLength: 20,
        description: 'What the app shows now; spaces do not count.',
      }),
    }),
    status: 200,
    reply: recoveryCodes,
    errors: [403, 409],
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/user/second-factor',
    tag: 'sessions',
    summary: 'Remove your second factor',
    description: `Removes the second factor with its recovery codes, ends all other sessions and mails you. ${fresh} Removing one that is already gone succeeds.`,
    caller: 'user',
    reach: 'account-write',
    status: 204,
    errors: [403],
  },
  replaceRecoveryCodes: {
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    tag: 'sessions',
    summary: 'Replace your recovery codes',
    description: `Answers ten new recovery codes in place of the former ones, ends all other sessions and mails you. ${fresh}`,
    caller: 'user',
    reach: 'account-write',
    status: 200,
    reply: recoveryCodes,
    errors: [403, 404],
  },
})
