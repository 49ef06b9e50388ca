import type { InviteLink } from '@lectern/contract/invites.ts'

import { type Actor, actorFrom, authorize } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { inviteLinksDisabled } from './invite-errors.ts'
import { inviteLinkCreated } from './invite-events.ts'
import { insertInviteLink } from './invite-link-queries.ts'
import { viewAnyInviteLink } from './invite-link-view.ts'
import { invitePolicy } from './invite-policy.ts'
import {
  findLinkedContent,
  type LinkedContent,
  type LinkTarget,
} from './linked-content.ts'
import { selectInviter } from './mail-invite-queries.ts'

export const createOrganizationInvite = operation(
  'createOrganizationInvite',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const { userId } = context.caller
      const inviter = await tx.first(selectInviter, { organizationId, callerId: userId })
      const actor = actorFrom(inviter, context, organizationId)
      const target = targetOf(organizationId, body)
      const content = target && (await enterContent(tx, context, target))
      authorizeLink(actor, content)
      if (inviter?.invite_links !== true) throw inviteLinksDisabled(organizationId)

      const role: Role | null = 'role' in body ? body.role : body.level
      const contentId = target?.contentId ?? null
      const link = { organizationId, inviteId: newId(), role }
      const row = await tx.first(insertInviteLink, {
        ...link,
        contentId,
        createdBy: userId,
      })
      if (target === undefined) count(tx, { organizationId, name: 'link-invites', by: 1 })
      inviteLinkCreated(tx, context, link, target)

      return new Created<InviteLink>(
        viewAnyInviteLink(actor, written(row), content),
        `${context.config.PUBLIC_URL}/v1/orgs/${organizationId}/link-invites/${link.inviteId}`,
      )
    }),
)

function targetOf(organizationId: string, body: object): LinkTarget | undefined {
  if ('space' in body && typeof body.space === 'string') {
    return { organizationId, kind: 'space', contentId: body.space }
  }
  if ('collection' in body && typeof body.collection === 'string') {
    return { organizationId, kind: 'collection', contentId: body.collection }
  }
  return undefined
}

async function enterContent(
  tx: Transaction,
  context: Context,
  target: LinkTarget,
): Promise<LinkedContent> {
  const content = await findLinkedContent(tx, context, target)
  // No link may lead to content in the trash.
  if (content === undefined || content.isDeleted) {
    throw notFound(target.kind, target.contentId)
  }
  return content
}

function authorizeLink(actor: Actor, content: LinkedContent | undefined): void {
  authorize(
    invitePolicy.manage(content?.actor ?? actor),
    'create invite links',
    content === undefined ? 'the admin role' : 'the admin role on what they lead to',
  )
}
