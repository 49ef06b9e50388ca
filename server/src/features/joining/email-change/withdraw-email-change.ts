import { deletePendingEmailChange } from '#/features/people/sessions/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

export const withdrawEmailChange = operation(
  'withdrawEmailChange',
  async (_request, context) =>
    change(context, async (tx) => {
      const { userId: accountId } = context.caller
      // Whoever confirms it locks the account first, too.
      await tx.first(lockAccount, { userId: accountId })
      await tx.run(deletePendingEmailChange, { accountId })
      return undefined
    }),
)
