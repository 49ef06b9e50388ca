import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveInviteLink } from './invite-link-resolve.ts'
import { viewAnyInviteLink } from './invite-link-view.ts'

export const getOrganizationInviteLink = operation(
  'getOrganizationInviteLink',
  async ({ params }, context) => {
    const { actor, link, content } = await resolveInviteLink(
      context.db,
      context,
      params,
      'see invite links',
    )
    const seenAs = [actor.role, content?.actor.role, JSON.stringify(content?.shown)]
    return versioned(link.version, seenAs, () => viewAnyInviteLink(actor, link, content))
  },
)
