import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { scimTokenPolicy } from './scim-token-policy.ts'
import { selectScimTokens } from './scim-token-queries.ts'
import { viewScimToken } from './scim-token-view.ts'

export const listSCIMTokens = operation('listSCIMTokens', async (request, context) => {
  const { organizationId } = request.params
  const page = readPage(context, request)
  const found = await context.db.many(
    selectScimTokens({ before: page.after !== undefined, rowsMax: page.rowsMax }),
    { organizationId, callerId: context.caller.userId, beforeId: page.afterText(0) },
  )
  const { actor, rows, count } = listed(found, 'id', context, organizationId)
  authorize(scimTokenPolicy.manage(actor), 'list SCIM tokens', 'the admin role')

  return page.finish(rows, { count, keyOf: ({ id }) => [id], view: viewScimToken })
})
