import { authorize } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { memberRemoved } from './member-events.ts'
import { memberPolicy } from './member-policy.ts'
import { deleteMember, lockMember, lockTeamsOfMember } from './member-queries.ts'
import { requireOtherAdmin, resolveMemberToChange } from './member-resolve.ts'
import { viewMember } from './member-view.ts'

export const removeMemberFromOrganizationById = operation(
  'removeMemberFromOrganizationById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, userId } = params
      const { actor, member } = await resolveMemberToChange(tx, context, params)
      authorize(
        memberPolicy.remove(actor, userId),
        'remove other members',
        'the admin role',
      )
      await requireOtherAdmin(tx, params, member)

      const [, , removed] = await Promise.all([
        tx.many(lockTeamsOfMember, params),
        tx.first(lockMember, params),
        tx.first(deleteMember, params),
      ])
      count(tx, { organizationId, name: 'members', by: -1 })
      if (removed?.was_seen === true) {
        count(tx, { organizationId, name: 'members-seen', by: -1 })
      }
      memberRemoved(tx, context, { ...params, role: viewMember(member, context).role })
      return undefined
    }),
)
