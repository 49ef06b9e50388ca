import { actorFrom, authorize } from '#/access/actor.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { inviteLinksDisabled } from './invite-errors.ts'
import { inviteLinkCreated } from './invite-events.ts'
import { insertInviteLink } from './invite-link-queries.ts'
import { viewInviteLink } from './invite-link-view.ts'
import { invitePolicy } from './invite-policy.ts'
import { selectInviter } from './mail-invite-queries.ts'

export const createOrganizationInvite = operation(
  'createOrganizationInvite',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const { userId } = context.caller
      const inviter = await tx.first(selectInviter, { organizationId, callerId: userId })
      const actor = actorFrom(inviter, context, organizationId)
      authorize(invitePolicy.manage(actor), 'create invite links', 'the admin role')
      if (inviter?.invite_links !== true) throw inviteLinksDisabled(organizationId)
      if ('space' in body) throw notFound('space', body.space)
      if ('collection' in body) throw notFound('collection', body.collection)

      const link = { organizationId, inviteId: newId(), role: body.role }
      const row = await tx.first(insertInviteLink, { ...link, createdBy: userId })
      count(tx, { organizationId, name: 'link-invites', by: 1 })
      inviteLinkCreated(tx, context, link)

      return new Created(
        viewInviteLink(actor, written(row)),
        `${context.config.PUBLIC_URL}/v1/orgs/${organizationId}/link-invites/${link.inviteId}`,
      )
    }),
)
