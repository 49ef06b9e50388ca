import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveInviteLink } from './invite-link-resolve.ts'
import { viewInviteLink } from './invite-link-view.ts'

export const getOrganizationInviteLink = operation(
  'getOrganizationInviteLink',
  async ({ params }, context) => {
    const { actor, link } = await resolveInviteLink(
      context.db,
      context,
      params,
      'see invite links',
    )
    return versioned(link.version, [actor.role], () => viewInviteLink(actor, link))
  },
)
