import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { endSessionsOf } from './start-session.ts'

/** Ends all sessions of the caller but the one that asks; a token has none and ends all. */
export const endOtherSessions = operation('endOtherSessions', async (_request, context) =>
  change(context, async (tx) => {
    const { userId, session } = context.caller
    await endSessionsOf(tx, userId, { exceptId: session?.id })
    return undefined
  }),
)
