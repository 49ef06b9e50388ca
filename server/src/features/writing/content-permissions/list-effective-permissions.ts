import type { Page, Role } from '@lectern/contract/common.ts'
import type { EffectiveContentPermission } from '@lectern/contract/content-permissions.ts'

import { atHome } from '#/access/content-access.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { selectEffectivePermissions } from './effective-query.ts'
import { viewEffectivePermission } from './effective-view.ts'
import { listedInContent } from './permission-queries.ts'
import {
  authorizeList,
  collectionAt,
  type ContentAddress,
  spaceAt,
} from './permission-resolve.ts'

export const listPermissionsAggregateInSpace = operation(
  'listPermissionsAggregateInSpace',
  async (request, context) => {
    const wanted = { role: request.query.role, page: readPage(context, request) }
    return list(context, spaceAt(request.params), wanted)
  },
)

export const listPermissionsAggregateInCollection = operation(
  'listPermissionsAggregateInCollection',
  async (request, context) => {
    const wanted = { role: request.query.role, page: readPage(context, request) }
    return list(context, collectionAt(request.params), wanted)
  },
)

async function list(
  context: Context,
  { kind, contentId }: ContentAddress,
  { role, page }: { role: Role | undefined; page: PageRequest },
): Promise<Page<EffectiveContentPermission>> {
  const shape = {
    role: role !== undefined,
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const { actor, rows, ...counted } = await atHome(
    context,
    kind,
    contentId,
    async (organizationId) => {
      const found = await context.db.many(selectEffectivePermissions(shape), {
        organizationId,
        callerId: context.caller.userId,
        kind,
        contentId,
        role,
        afterId: page.afterText(0),
      })
      return listedInContent(found, 'user_id', context, organizationId)
    },
  )
  authorizeList(actor, kind)

  return page.finish(rows, {
    ...counted,
    keyOf: (row) => [row.user_id],
    view: (row) => viewEffectivePermission(row, context),
  })
}
