import { actorFrom, selectActor } from '#/access/actor.ts'
import { asRole } from '#/access/roles.ts'
import { revokeInviteSecrets } from '#/features/joining/welcome-links/public.ts'
import { giveInvited } from '#/features/writing/content-permissions/public.ts'
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
        // Unknown, expired and foreign invites get one answer, as does an organization that does
        // not exist.
        if (!(await acceptMailInvite(tx, joining))) throw notFound('invite', inviteId)
        await revokeInviteSecrets(tx, { organizationId, inviteId })
        return {}
      }
      if (!link.invite_links) throw inviteLinksDisabled(organizationId)
      const { content_id: contentId, content_kind: kind } = link
      if (contentId === null || kind === null) {
        await joinAsInvited(tx, { ...joining, role: link.role, sso: false })
        return {}
      }
      // A link to content makes a guest, whose only grant is on this content.
      await joinAsInvited(tx, { ...joining, role: null, sso: false })
      const content = { organizationId, contentId, kind }
      const isThere = await giveInvited(tx, context, content, asRole(link.role))
      if (!isThere) throw notFound('invite', inviteId)
      return {}
    }),
)
