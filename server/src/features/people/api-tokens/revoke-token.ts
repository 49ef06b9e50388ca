import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { deleteToken } from './token-queries.ts'

/** Deletes a token of the caller. Someone else's token is treated as missing: nothing happens. */
export const revokeUserAPIToken = operation(
  'revokeUserAPIToken',
  async ({ params: { tokenId } }, context) =>
    change(context, async (tx) => {
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      await tx.run(deleteToken, { accountId: context.caller.userId, tokenId })
      return undefined
    }),
)
