import type { UserSitePermission } from '@lectern/contract/sites.ts'

import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { roleOfRank } from '#/access/roles.ts'
import { viewUser } from '#/features/people/users/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectSitePermissions } from './site-permission-query.ts'
import { sitePolicy } from './site-policy.ts'

export const listPermissionsAggregateInSite = operation(
  'listPermissionsAggregateInSite',
  async (request, context) => {
    const { organizationId, siteId } = request.params
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectSitePermissions(shape), {
      organizationId,
      callerId: context.caller.userId,
      siteId,
      afterId: page.afterText(0),
    })
    const { actor, rows, parentIsMissing, ...counted } = listed(
      found,
      'user_id',
      context,
      organizationId,
    )
    authorize(sitePolicy.view(actor), 'see sites', 'a role in the organization')
    if (parentIsMissing) throw notFound('site', siteId)
    // The list names spaces that not every member may see.
    authorize(sitePolicy.admin(actor), 'see who has access', 'the admin role')

    return page.finish(rows, {
      ...counted,
      keyOf: ({ user_id }) => [user_id],
      view: (row): UserSitePermission => ({
        disabled: false,
        permission: roleOfRank(row.strongest_rank),
        user: viewUser(row, context),
        origin:
          row.space_id === null
            ? { type: 'organization', organization: organizationId }
            : { type: 'space', space: row.space_id },
      }),
    })
  },
)
