import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { askForChange } from './ask-for-change.ts'
import { emailChangeOf } from './email-change-view.ts'

export const requestEmailChange = operation(
  'requestEmailChange',
  async ({ body }, context) =>
    change(context, async (tx) => {
      const email = body.email.toLowerCase()
      await askForChange(tx, context, { email, address: context.address() })
      return emailChangeOf(tx, context.caller.userId)
    }),
)
