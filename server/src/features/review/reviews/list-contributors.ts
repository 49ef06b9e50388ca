import { limitMax } from '@lectern/contract/common.ts'
import type { ChangeRequestContributor } from '@lectern/contract/reviews.ts'

import { type OrNone, readDiscussion } from '#/features/writing/comments/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { type ContributorRow, selectContributors } from './contributor-query.ts'
import { viewPerson } from './person-columns.ts'

export const getContributorsByChangeRequestId = operation(
  'getContributorsByChangeRequestId',
  async (request, context) => {
    // Clients that do not page get all contributors, as far as one page goes.
    const query = { limit: limitMax, ...request.query }
    const page = readPage(context, { ...request, query })
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const { first, rows } = await readDiscussion(context, request.params, async (_, of) =>
      context.db.many(selectContributors(shape), {
        ...of,
        afterTime: page.afterText(0),
        afterId: page.afterText(1),
        afterAction: page.afterText(2),
      }),
    )
    return page.finish(rows.filter(isContributor), {
      count: first.count,
      keyOf: ({ updated_at, user_id, action }) => [updated_at, user_id, action],
      view: (row) => viewContributor(row, context),
    })
  },
)

function isContributor<Row extends OrNone<ContributorRow>>(
  row: Row,
): row is Row & ContributorRow {
  return row.user_id !== null
}

function viewContributor(
  row: ContributorRow,
  scene: { readonly config: Config },
): ChangeRequestContributor {
  return {
    updatedAt: row.updated_at,
    count: row.times,
    user: viewPerson(row.person, scene),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has no other
    actionType: row.action as ChangeRequestContributor['actionType'],
  }
}
