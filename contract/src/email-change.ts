import { Type, type Static } from 'typebox'

import { constant, email, named, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'

const masked = (whose: string) =>
  Type.Optional(
    Type.String({
      description: `${whose}, with its first letter and its domain alone. Absent: nothing is pending.`,
    }),
  )

const confirmed = (where: string) =>
  Type.Optional(
    Type.Boolean({
      description: `Whether the link in the mail to ${where} was confirmed. Absent: nothing is pending.`,
    }),
  )

export const emailChange = named(
  'EmailChange',
  Type.Object({
    object: constant('email-change'),
    isPending: Type.Boolean({
      description:
        'Whether the address of the account is to change, and is not confirmed from both sides yet.',
    }),
    formerEmail: masked('The address of the account'),
    newEmail: masked('The address that it is to have'),
    isFormerConfirmed: confirmed('the address of the account'),
    isNewConfirmed: confirmed('the new address'),
    expiresAt: Type.Optional(
      Type.String({
        ...timestamp,
        description: 'Until when both must be confirmed. Absent: nothing is pending.',
      }),
    ),
  }),
)
export type EmailChange = Static<typeof emailChange>

export const emailChangeOperations = defineOperations({
  getEmailChange: {
    method: 'GET',
    path: '/user/email-change',
    tag: 'sessions',
    summary: 'Get the pending change of your mail address',
    description:
      'Answers whether the mail address of your account is to change, which of the two addresses was confirmed, and until when the other one must be.',
    caller: 'user',
    reach: 'account-write',
    status: 200,
    reply: emailChange,
    errors: [],
  },
  requestEmailChange: {
    method: 'PUT',
    path: '/user/email-change',
    tag: 'sessions',
    summary: 'Change your mail address',
    description:
      'Mails a link to the address of your account, and one to the address that it is to have, and replaces a change that is pending; the answer is the same whether another account has the address or not. The address changes when both links were confirmed, within a day, in a browser that is signed in to the account: then all other sessions end, and both addresses are told. Needs a session that was signed in within the last 10 minutes.',
    caller: 'user',
    reach: 'account-write',
    body: Type.Object({ email }),
    status: 200,
    reply: emailChange,
    errors: [403, 409],
  },
  withdrawEmailChange: {
    method: 'DELETE',
    path: '/user/email-change',
    tag: 'sessions',
    summary: 'Withdraw the change of your mail address',
    description:
      'Withdraws the pending change of your mail address: its links work no more. Withdrawing none succeeds.',
    caller: 'user',
    reach: 'account-write',
    status: 204,
    errors: [],
  },
})
