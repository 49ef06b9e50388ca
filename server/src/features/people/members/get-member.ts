import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveMember } from './member-resolve.ts'
import { viewMember } from './member-view.ts'

export const getMemberInOrganizationById = operation(
  'getMemberInOrganizationById',
  async ({ params }, context) => {
    const { member } = await resolveMember(context.db, context, params)
    // The answer shows activity, counters and the account too, which are no part of the version.
    return versioned(member.version, Object.values(member), () =>
      viewMember(member, context),
    )
  },
)
