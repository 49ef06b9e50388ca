import { authorize, requireVersion } from '#/access/actor.ts'
import { renewSessionsOfMember } from '#/features/people/sessions/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { memberRoleChanged } from './member-events.ts'
import { memberPolicy } from './member-policy.ts'
import { updateMemberRole } from './member-queries.ts'
import {
  requireOtherAdmin,
  resolveMember,
  resolveMemberToChange,
} from './member-resolve.ts'
import { viewMember } from './member-view.ts'

export const updateMemberInOrganizationById = operation(
  'updateMemberInOrganizationById',
  async ({ params, body: { role } }, context) =>
    change(context, async (tx) => {
      const { actor, member } = await resolveMemberToChange(tx, context, params)
      authorize(memberPolicy.changeRole(actor), 'change roles', 'the admin role')
      requireVersion(context, member.version, 'member')

      const before = viewMember(member, context)
      if (role === undefined || role === before.role) return before
      await requireOtherAdmin(tx, params, member)
      const [, changed] = await Promise.all([
        tx.run(updateMemberRole, { ...params, role }),
        resolveMember(tx, context, params),
        renewSessionsOfMember(tx, params),
      ])
      memberRoleChanged(tx, context, { ...params, role, previousRole: before.role })
      return viewMember(changed.member, context)
    }),
)
