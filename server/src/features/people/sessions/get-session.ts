import { unauthenticated } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'

import { noSession } from './session-errors.ts'
import { selectSessionByHash } from './session-queries.ts'
import { viewSession } from './session-view.ts'

export const getSession = operation(
  'getSession',
  async (_request, { caller, config, db }) => {
    if (caller.session === undefined) throw noSession()
    const { hash } = caller.session
    const idleHours = config.SESSION_IDLE_HOURS
    const row = await db.first(selectSessionByHash, { hash, idleHours })
    // The session ended in the moment for which the process remembers it.
    if (row === undefined) throw unauthenticated('You are not signed in any more.')
    return viewSession(row, caller)
  },
)
