import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { clearCookies } from '#/platform/http/session-cookie.ts'

import { deleteSession } from './session-queries.ts'

/** Ends a session of the caller. Someone else's is treated as missing: nothing happens. */
export const endSession = operation(
  'endSession',
  async ({ params: { sessionId } }, context) => {
    const { userId: accountId, session } = context.caller
    const ended = await change(context, async (tx) => {
      await tx.run(deleteSession, { accountId, sessionId })
      return undefined
    })
    return sessionId === session?.id ? ended.withCookie(clearCookies) : ended
  },
)
