import { actorFrom, selectActor } from '#/access/actor.ts'
import { revokeInviteSecrets } from '#/features/welcome/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { inviteLinksDisabled } from './invite-errors.ts'
import { selectInviteLinkToJoin } from './invite-link-queries.ts'
import { acceptMailInvite, joinAsInvited } from './join-as-invited.ts'

export const joinOrganizationWithInvite = operation(
  'joinOrganizationWithInvite',
  async ({ params: { organizationId, inviteId } }, context) =>
    change(context, async (tx) => {
      const { userId } = context.caller
      const [member, link] = await Promise.all([
        tx.first(selectActor, { organizationId, userId }),
        tx.first(selectInviteLinkToJoin, { organizationId, inviteId }),
      ])
      // An invite is no way around a suspension.
      if (member !== undefined) actorFrom(member, context, organizationId)

      const joining = { organizationId, inviteId, userId, requestId: context.requestId }
      if (link === undefined) {
        // Unknown, expired and foreign are one answer, as is an organization that does not exist.
        if (!(await acceptMailInvite(tx, joining))) throw notFound('invite', inviteId)
        await revokeInviteSecrets(tx, { organizationId, inviteId })
        return {}
      }
      if (!link.invite_links) throw inviteLinksDisabled(organizationId)
      await joinAsInvited(tx, { ...joining, role: link.role, sso: false })
      return {}
    }),
)
