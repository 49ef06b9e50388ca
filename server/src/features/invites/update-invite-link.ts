import { requireVersion } from '#/access/actor.ts'
import { written } from '#/platform/database/written.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { inviteLinkUpdated } from './invite-events.ts'
import { updateInviteLinkRole } from './invite-link-queries.ts'
import { resolveInviteLinkToChange } from './invite-link-resolve.ts'
import { viewInviteLink } from './invite-link-view.ts'

export const updateOrganizationInviteById = operation(
  'updateOrganizationInviteById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { actor, link } = await resolveInviteLinkToChange(
        tx,
        context,
        params,
        'change invite links',
      )
      requireVersion(context, link.version, 'invite')
      if (!('role' in body)) {
        throw invalidRequest(
          'This invite leads to the organization itself: send its "role" instead of a "level".',
        )
      }

      const { role } = body
      const updated = await tx.first(updateInviteLinkRole, { ...params, role })
      inviteLinkUpdated(tx, context, { ...params, role, previousRole: link.role })
      return viewInviteLink(actor, written(updated))
    }),
)
