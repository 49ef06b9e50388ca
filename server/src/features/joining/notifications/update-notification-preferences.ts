import { requireVersion } from '#/access/actor.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { selectPreference, unchanged, upsertPreference } from './preference-queries.ts'
import { mutedAfter, viewPreferences } from './preference-view.ts'

export const updateNotificationPreferences = operation(
  'updateNotificationPreferences',
  async ({ body }, context) =>
    change(context, async (tx) => {
      const { userId } = context.caller
      // Both statements are sent at once; the second reads what the lock protects.
      const [, found] = await Promise.all([
        tx.first(lockAccount, { userId }),
        tx.first(selectPreference, { accountId: userId }),
      ])
      const before = found ?? unchanged
      requireVersion(context, before.version, 'notification preferences')
      const muted = mutedAfter(before.muted, body)
      const digest = body.digest ?? before.digest
      const isSame =
        digest === before.digest &&
        muted.length === before.muted.length &&
        muted.every((kind) => before.muted.includes(kind))
      if (isSame) return viewPreferences(before)
      const changed = { accountId: userId, muted, digest }
      return viewPreferences(written(await tx.first(upsertPreference, changed)))
    }),
)
