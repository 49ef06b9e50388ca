import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { selectPreference, unchanged } from './preference-queries.ts'
import { viewPreferences } from './preference-view.ts'

export const getNotificationPreferences = operation(
  'getNotificationPreferences',
  async (_request, { db, caller }) => {
    const row = await db.first(selectPreference, { accountId: caller.userId })
    const held = row ?? unchanged
    return versioned(held.version, [], () => viewPreferences(held))
  },
)
