import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectSessions, type SessionRow } from './session-queries.ts'
import { viewSession } from './session-view.ts'

export const listSessions = operation('listSessions', async (request, context) => {
  const { caller, config, db } = context
  const page = readPage(context, request)
  const shape = {
    bound: caller.organizationId !== undefined,
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const rows = await db.many(selectSessions(shape), {
    accountId: caller.userId,
    boundTo: caller.organizationId,
    afterId: page.afterText(0),
    idleHours: config.SESSION_IDLE_HOURS,
  })
  return page.finish(rows.filter(isSession), {
    count: rows[0]?.count ?? 0,
    keyOf: (session) => [session.id],
    view: (row) => viewSession(row, caller),
  })
})

/** Whether the row has a session: the row of an empty page has only the count. */
function isSession<Row extends { id: string | null }>(row: Row): row is Row & SessionRow {
  return row.id !== null
}
