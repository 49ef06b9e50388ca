import { authorize } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { dropMember } from './drop-member.ts'
import { memberPolicy } from './member-policy.ts'
import { requireOtherAdmin, resolveMemberToChange } from './member-resolve.ts'
import { viewMember } from './member-view.ts'

export const removeMemberFromOrganizationById = operation(
  'removeMemberFromOrganizationById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { userId } = params
      const { actor, member } = await resolveMemberToChange(tx, context, params)
      authorize(
        memberPolicy.remove(actor, userId),
        'remove other members',
        'the admin role',
      )
      await requireOtherAdmin(tx, params, member)

      const { role } = viewMember(member, context)
      await dropMember(tx, context, { ...params, role })
      return undefined
    }),
)
