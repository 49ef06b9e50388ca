import { asRole } from '#/access/roles.ts'
import { viewUser } from '#/features/people/users/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectUserGrants } from './site-permission-queries.ts'
import { listedOnSite } from './site-permission-resolve.ts'

export const listUserPermissionsInSite = operation(
  'listUserPermissionsInSite',
  async (request, context) => {
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectUserGrants(shape), {
      ...request.params,
      callerId: context.caller.userId,
      afterId: page.afterText(0),
    })
    const listed = await listedOnSite(context, request.params, found, 'user_id')
    const { rows, count, countIsLowerBound } = listed

    return page.finish(rows, {
      count,
      countIsLowerBound,
      keyOf: (grant) => [grant.user_id],
      view: (grant) => ({
        permission: asRole(grant.given),
        user: viewUser(grant, context),
      }),
    })
  },
)
