import { limitMax } from '@lectern/contract/common.ts'

import { operation } from '#/platform/http/operation.ts'

import { selectOrganizationsOfDomain } from './email-domain-queries.ts'
import { viewOrganizations } from './organization-resolve.ts'

export const getOrganizationsForEmailDomain = operation(
  'getOrganizationsForEmailDomain',
  async ({ params: { emailDomain } }, context) => {
    const { userId, organizationId } = context.caller
    const shape = { only: organizationId !== undefined }
    const found = await context.db.many(selectOrganizationsOfDomain(shape), {
      domain: emailDomain.toLowerCase(),
      callerId: userId,
      onlyOrganizationId: organizationId,
      rowsMax: limitMax,
    })

    const ids = found.map((row) => row.organization_id)
    return { organizations: await viewOrganizations(context, ids) }
  },
)
