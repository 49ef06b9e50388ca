import type { Actor } from '#/access/actor.ts'
import { atHome, contentActorOf } from '#/access/content-access.ts'
import { listed } from '#/access/list-for-caller.ts'
import { findContent } from '#/features/writing/content-edits/public.ts'
import { written } from '#/platform/database/written.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation, type Request } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import {
  type ListedChangeRequest,
  selectChangeRequests,
} from './change-request-queries.ts'
import { rulesOf, type ToJudge } from './judge-merges.ts'
import { viewChangeRequests } from './view-change-requests.ts'

export const listChangeRequestsForSpace = operation(
  'listChangeRequestsForSpace',
  async (request, context) => {
    const { spaceId } = request.params
    const { branch } = await atHome(context, 'space', spaceId, async (organizationId) =>
      findContent(context.db, context, organizationId, spaceId),
    )
    return listIn(context, request, { organizationId: branch.organizationId, spaceId })
  },
)

export const listChangeRequestsForOrganization = operation(
  'listChangeRequestsForOrganization',
  async (request, context) => {
    const { organizationId } = request.params
    const { space: spaceId, site: siteId } = request.query
    return listIn(context, request, { organizationId, spaceId, siteId })
  },
)

type ListRequest = Request<
  'listChangeRequestsForSpace' | 'listChangeRequestsForOrganization'
>

interface ListedPlace {
  readonly organizationId: string
  readonly spaceId?: string | undefined
  readonly siteId?: string | undefined
}

async function listIn(
  context: Context,
  request: ListRequest,
  { organizationId, spaceId, siteId }: ListedPlace,
) {
  const { status = 'open', creator, contributor, requestedReviewer } = request.query
  const cluster = request.query.conversationsIssuesCluster
  const page = readPage(context, request)
  const shape = {
    space: spaceId !== undefined,
    site: siteId !== undefined,
    creator: creator !== undefined,
    contributor: contributor !== undefined,
    requestedReviewer: requestedReviewer !== undefined,
    cluster: cluster !== undefined,
    before: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const found = await context.db.many(selectChangeRequests(shape), {
    organizationId,
    callerId: context.caller.userId,
    spaceId,
    siteId,
    status,
    creator,
    contributor,
    requestedReviewer,
    cluster,
    beforeId: page.afterText(0),
  })
  const { rows, actor, ...counted } = listed(found, 'id', context, organizationId)
  const views = await viewChangeRequests(context.db, context, toJudge(rows, actor))
  return page.finish(rows, {
    ...counted,
    keyOf: ({ id }) => [id],
    view: ({ id }) => written(views.get(id)),
  })
}

/** Each change request with the rules of its space, which the first entry of each space has. */
function toJudge(
  rows: readonly ListedChangeRequest[],
  reader: Actor,
): readonly ToJudge[] {
  const spaces = new Map<string, Omit<ToJudge, 'row'>>()
  for (const row of rows) {
    const { content_base, content_granted, merge_rules, merge_people, merge_actor } = row
    if (content_base === null || merge_actor === null) continue
    const rules = rulesOf({ merge_rules, merge_people, merge_actor })
    const actor = contentActorOf(reader, { content_base, content_granted })
    spaces.set(row.space_id, { actor: written(actor), rules })
  }
  return rows.map((row) => ({ ...written(spaces.get(row.space_id)), row }))
}
