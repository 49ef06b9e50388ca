import { requireVersion } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'
import { written } from '#/platform/database/written.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { inviteLinkUpdated } from './invite-events.ts'
import { updateInviteLinkRole } from './invite-link-queries.ts'
import { resolveInviteLinkToChange } from './invite-link-resolve.ts'
import { viewAnyInviteLink } from './invite-link-view.ts'

export const updateOrganizationInviteById = operation(
  'updateOrganizationInviteById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { actor, link, content } = await resolveInviteLinkToChange(
        tx,
        context,
        params,
        'change invite links',
      )
      requireVersion(context, link.version, 'invite')
      const role = wantedRole(body, content !== undefined)

      const updated = await tx.first(updateInviteLinkRole, { ...params, role })
      inviteLinkUpdated(tx, context, { ...params, role, previousRole: link.role })
      return viewAnyInviteLink(actor, written(updated), content)
    }),
)

/**
 * The role in the body, where it is called `level` if the link leads to a collection or space, and
 * `role` otherwise.
 */
function wantedRole(
  body: { role: Role | null } | { level: Role | null },
  leadsToContent: boolean,
): Role | null {
  if (leadsToContent && 'level' in body) return body.level
  if (!leadsToContent && 'role' in body) return body.role
  throw invalidRequest(
    leadsToContent
      ? 'This invite leads to a collection or space: send its "level" instead of a "role".'
      : 'This invite leads to the organization itself: send its "role" instead of a "level".',
  )
}
