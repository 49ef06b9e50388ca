import { operation } from '#/platform/http/operation.ts'

import {
  authorizeHostname,
  hostnameOfOrganization,
  resolveHostname,
} from './hostname-resolve.ts'
import { viewHostname } from './hostname-view.ts'

export const getCustomHostname = operation(
  'getCustomHostname',
  async ({ params: { hostname } }, context) => {
    const { actor, claim } = await resolveHostname(context.db, context, hostname)
    authorizeHostname(actor, 'see this host name')

    const { organizationId } = actor
    const organizationHostname = await hostnameOfOrganization(context.db, organizationId)
    return viewHostname({ claim, organizationHostname }, context)
  },
)
