import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectMemberships } from './organization-queries.ts'
import { viewOrganizations } from './organization-resolve.ts'

export const listOrganizationsForAuthenticatedUser = operation(
  'listOrganizationsForAuthenticatedUser',
  async ({ query }, context) => {
    const { userId, organizationId } = context.caller
    const page = readPage(context, { params: {}, query })
    const shape = {
      only: organizationId !== undefined,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectMemberships(shape), {
      callerId: userId,
      onlyOrganizationId: organizationId,
      afterId: page.afterText(0),
    })
    const ids = found.map((row) => row.organization_id).filter((id) => id !== null)

    const { items, ...rest } = page.finish(ids, {
      // The count includes suspended memberships: only an organization knows which of them are
      // suspended.
      count: found[0]?.count ?? 0,
      keyOf: (id) => [id],
      view: (id) => id,
    })
    return { ...rest, items: await viewOrganizations(context, items) }
  },
)
