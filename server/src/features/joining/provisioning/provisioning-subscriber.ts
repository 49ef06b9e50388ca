import type { EventSubscriber } from '#/platform/outbox/relay.ts'

import { joinInvited } from './join-invited.ts'

/** Makes whoever accepts an invitation the user whom a directory has invited. */
export const provisioningSubscriber: EventSubscriber = {
  name: 'provisioning',
  wants: (type) => type === 'member_joined',
  deliver: async ({ organizationId, subject, id }, { db }) => {
    const userId = subject.slice(subject.indexOf(':') + 1)
    const by = { caller: { userId }, requestId: id }
    await db.transaction(async (tx) => joinInvited(tx, by, { organizationId, userId }))
  },
}
