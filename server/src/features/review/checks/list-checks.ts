import { resolveChangeRequest } from '#/features/review/change-requests/public.ts'
import { written } from '#/platform/database/written.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { countChecks, selectChecks } from './check-queries.ts'
import { viewCheck } from './check-view.ts'

export const listChangeRequestChecks = operation(
  'listChangeRequestChecks',
  async (request, context) => {
    const found = await resolveChangeRequest(context.db, context, request.params)
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const [rows, counted] = await Promise.all([
      context.db.many(selectChecks(shape), { ...found.of, afterName: page.afterText(0) }),
      context.db.first(countChecks, { ...found.of, exceptName: null }),
    ])
    return page.finish(rows, {
      count: written(counted).count,
      keyOf: ({ name }) => [name],
      view: (row) => viewCheck(context, row, found),
    })
  },
)
