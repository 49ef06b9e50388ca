import { isVisitor } from '#/platform/http/caller.ts'
import { operation } from '#/platform/http/operation.ts'

import { resolveToView } from './change-request-resolve.ts'
import { readPreviewed } from './read-previewed.ts'
import { viewFound } from './view-change-requests.ts'

export const getChangeRequestById = operation(
  'getChangeRequestById',
  async ({ params }, context) => {
    const { caller } = context
    if (isVisitor(caller)) return readPreviewed({ ...context, caller }, params)
    const asUser = { ...context, caller }
    const found = await resolveToView(context.db, asUser, params)
    return viewFound(context.db, asUser, found)
  },
)
