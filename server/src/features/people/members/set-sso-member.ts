import { actorIn, authorize } from '#/access/actor.ts'
import { asRole } from '#/access/roles.ts'
import { findVisibleUser } from '#/features/people/users/public.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { addMember } from './add-member.ts'
import { memberJoined, memberSsoEnabled } from './member-events.ts'
import { memberPolicy } from './member-policy.ts'
import { lockMemberships, selectDefaultRole, updateMemberSso } from './member-queries.ts'
import { resolveMember } from './member-resolve.ts'
import { viewMember } from './member-view.ts'

export const setUserAsSSOMemberForOrganization = operation(
  'setUserAsSSOMemberForOrganization',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId, userId } = params
      const callerId = context.caller.userId
      const [, actor] = await Promise.all([
        tx.first(lockMemberships, { organizationId, callerId }),
        actorIn(tx, context, organizationId),
      ])
      authorize(memberPolicy.addWithSso(actor), 'add SSO members', 'the admin role')
      // A user with whom the caller shares no organization is not found: ids are no way to probe
      // for accounts.
      const user = await findVisibleUser(tx, context, userId)
      if (user === undefined) throw notFound('user', userId)

      const organization = written(await tx.first(selectDefaultRole, { organizationId }))
      const role = asRole(organization.default_role)
      if (await addMember(tx, { organizationId, userId, role, sso: true })) {
        memberJoined(tx, context, { organizationId, userId, role })
      } else if ((await tx.count(updateMemberSso, params)) > 0) {
        memberSsoEnabled(tx, context, params)
      }
      const { member } = await resolveMember(tx, context, params)
      return viewMember(member, context)
    }),
)
