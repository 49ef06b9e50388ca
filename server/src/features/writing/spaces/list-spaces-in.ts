import type { Page } from '@lectern/contract/common.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { contentActorFrom } from '#/access/content-access.ts'
import { listedFor } from '#/content-store/nodes/public.ts'
import type { Context } from '#/platform/http/context.ts'
import type { PageRequest } from '#/platform/http/paging.ts'

import { selectSpacesInCollection } from './space-list-queries.ts'
import { viewSpace } from './space-view.ts'

/** The spaces directly in a collection; undefined if it is missing or hidden from the caller. */
export async function listSpacesIn(
  context: Context,
  page: PageRequest,
  { organizationId, collectionId }: { organizationId: string; collectionId: string },
): Promise<Page<Space> | undefined> {
  const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const rows = await context.db.many(selectSpacesInCollection(shape), {
    organizationId,
    collectionId,
    callerId: context.caller.userId,
    afterPlace: page.afterText(0),
    afterId: page.afterText(1),
  })
  const [first] = rows
  if (first === undefined) return undefined
  const parent = {
    ...first,
    content_base: first.parent_base,
    content_granted: first.parent_granted,
  }
  if (contentActorFrom(parent, context, organizationId) === undefined) return undefined

  return page.finish(isEmpty(first) ? [] : rows, {
    count: Math.abs(first.count),
    countIsLowerBound: first.count < 0,
    keyOf: (space) => [space.position, space.id],
    view: (space) => {
      const actor = listedFor(space, context, organizationId)
      return viewSpace({ actor, space }, context)
    },
  })
}

/** Whether the page is empty: it is then one row whose columns of a space are all null. */
function isEmpty(row: { readonly id: string | null }): boolean {
  return row.id === null
}
