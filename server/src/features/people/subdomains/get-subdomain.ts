import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { selectSubdomain } from './subdomain-queries.ts'

export const getSubdomain = operation(
  'getSubdomain',
  async ({ params: { subdomain } }, { db, caller }) => {
    const found = await db.first(selectSubdomain, { subdomain })
    if (found === undefined) throw notFound('subdomain', subdomain)
    const { organization_id: organization } = found
    // Names are public, but a token for one organization knows of no other.
    if (caller.organizationId !== undefined && caller.organizationId !== organization) {
      throw notFound('subdomain', subdomain)
    }

    // A name never changes; it is only given up and claimed by another organization.
    return versioned(1, [organization], () => ({
      object: 'subdomain',
      subdomain,
      target: { type: 'organization', organization },
      isActive: true,
    }))
  },
)
