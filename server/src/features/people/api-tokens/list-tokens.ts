import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectTokens, type TokenRow } from './token-queries.ts'
import { viewToken } from './token-view.ts'

export const listUserAPITokens = operation(
  'listUserAPITokens',
  async (request, context) => {
    const { userId, organizationId } = context.caller
    const page = readPage(context, request)
    const shape = {
      bound: organizationId !== undefined,
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const rows = await context.db.many(selectTokens(shape), {
      accountId: userId,
      boundTo: organizationId,
      afterId: page.afterText(0),
    })

    return page.finish(rows.filter(isToken), {
      count: rows[0]?.count ?? 0,
      keyOf: (token) => [token.id],
      view: viewToken,
    })
  },
)

/** Whether the row has a token: the row of an empty page has only the count. */
function isToken<Row extends { id: string | null }>(row: Row): row is Row & TokenRow {
  return row.id !== null
}
