import type { UserSitePermission } from '@lectern/contract/sites.ts'

import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { roleOfRank } from '#/access/roles.ts'
import { viewUser } from '#/features/people/users/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectSitePermissions, type SitePermissionRow } from './site-permission-query.ts'
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
    // The list names spaces that only admins of the organization see for certain.
    const needed = 'the admin role in the organization'
    authorize(sitePolicy.view(actor), 'see who has access', needed)
    if (parentIsMissing) throw notFound('site', siteId)
    authorize(sitePolicy.admin(actor), 'see who has access', needed)

    return page.finish(rows, {
      ...counted,
      keyOf: ({ user_id }) => [user_id],
      view: (row): UserSitePermission => ({
        disabled: false,
        permission: roleOfRank(row.strongest_rank),
        user: viewUser(row, context),
        origin: originOf(row, { organizationId, siteId }),
      }),
    })
  },
)

function originOf(
  { origin, origin_id: id }: SitePermissionRow,
  { organizationId, siteId }: OfSite,
): UserSitePermission['origin'] {
  const onSite = { type: 'site', site: siteId } as const
  if (origin === 'space') return { type: 'space', space: id ?? '' }
  if (origin === 'team') return { ...onSite, reason: 'team', team: id ?? '' }
  if (origin === 'member') return { ...onSite, reason: 'member' }
  return { type: 'organization', organization: organizationId }
}
