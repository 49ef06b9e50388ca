import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveOrganization } from './organization-resolve.ts'
import { viewOrganization } from './organization-view.ts'

export const getOrganizationById = operation(
  'getOrganizationById',
  async ({ params: { organizationId } }, context) => {
    const found = await resolveOrganization(context.db, context, organizationId)

    const seenAs = [found.actor.role, found.ownsTeam]
    return versioned(found.organization.version, seenAs, () =>
      viewOrganization(found, context),
    )
  },
)
