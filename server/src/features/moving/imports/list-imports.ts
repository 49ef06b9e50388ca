import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectImports } from './import-queries.ts'
import { viewImportRun } from './import-view.ts'

export const listImportRuns = operation('listImportRuns', async (request, context) => {
  const { organizationId } = request.params
  const { space, changeRequest, site, status } = request.query
  const page = readPage(context, request)
  const shape = {
    space: space !== undefined,
    changeRequest: changeRequest !== undefined,
    site: site !== undefined,
    status: status !== undefined,
    before: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const found = await context.db.many(selectImports(shape), {
    organizationId,
    callerId: context.caller.userId,
    spaceId: space,
    changeRequestId: changeRequest,
    siteId: site,
    statuses: status === 'active' ? ['pending', 'in-progress'] : status && [status],
    beforeId: page.afterText(0),
  })
  const { rows, ...counted } = listed(found, 'id', context, organizationId)
  return page.finish(rows, {
    ...counted,
    keyOf: (run) => [run.id],
    view: (run) => viewImportRun(context.config, organizationId, run),
  })
})
