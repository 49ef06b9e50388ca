import type { Page } from '@lectern/contract/common.ts'
import type { UserContentPermission } from '@lectern/contract/content-permissions.ts'

import { atHome } from '#/access/content-access.ts'
import { asRole } from '#/access/roles.ts'
import { viewUser } from '#/features/people/users/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { listedInContent, selectUserGrants } from './permission-queries.ts'
import {
  authorizeList,
  collectionAt,
  type ContentAddress,
  spaceAt,
} from './permission-resolve.ts'

export const listUserPermissionsInSpace = operation(
  'listUserPermissionsInSpace',
  async (request, context) =>
    list(context, spaceAt(request.params), readPage(context, request)),
)

export const listUserPermissionsInCollection = operation(
  'listUserPermissionsInCollection',
  async (request, context) =>
    list(context, collectionAt(request.params), readPage(context, request)),
)

async function list(
  context: Context,
  { kind, contentId }: ContentAddress,
  page: PageRequest,
): Promise<Page<UserContentPermission>> {
  const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const { actor, rows, ...counted } = await atHome(
    context,
    kind,
    contentId,
    async (organizationId) => {
      const found = await context.db.many(selectUserGrants(shape), {
        organizationId,
        callerId: context.caller.userId,
        kind,
        contentId,
        afterId: page.afterText(0),
      })
      return listedInContent(found, 'user_id', context, organizationId)
    },
  )
  authorizeList(actor, kind)

  return page.finish(rows, {
    ...counted,
    keyOf: (grant) => [grant.user_id],
    view: (grant) => ({
      permission: asRole(grant.given),
      user: viewUser(grant, context),
    }),
  })
}
