import { requireVersion } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { inviteLinkDeleted } from './invite-events.ts'
import { deleteInviteLink } from './invite-link-queries.ts'
import { resolveInviteLinkToChange } from './invite-link-resolve.ts'

export const deleteOrganizationInviteById = operation(
  'deleteOrganizationInviteById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { link, content } = await resolveInviteLinkToChange(
        tx,
        context,
        params,
        'delete invite links',
      )
      requireVersion(context, link.version, 'invite')

      await tx.run(deleteInviteLink, params)
      if (content === undefined) {
        count(tx, { organizationId: params.organizationId, name: 'link-invites', by: -1 })
      }
      inviteLinkDeleted(tx, context, params)
      return undefined
    }),
)
