import { type RawBuilder, sql } from 'kysely'

import {
  atHome,
  type ContentActor,
  contentActorFrom,
  type ContentColumns,
  type ContentOfCaller,
  spaceForCaller,
} from '#/access/content-access.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

/** The place of comments: a space itself, or one of its change requests. */
export interface DiscussionParams {
  readonly spaceId: string
  /** The id of the change request, or its number in the space. */
  readonly changeRequestId?: string
}

export interface DiscussionShape {
  readonly isChangeRequest: boolean
}

export interface OfDiscussion extends ContentOfCaller {
  readonly spaceId: string
  readonly changeRequestId: string | undefined
}

/** The columns of a place; the last three are null where the change request is missing. */
export interface DiscussionColumns extends ContentColumns {
  /** The id of the space or of the change request. */
  readonly place_id: string | null
  readonly place_comments: number | null
  readonly place_total: number | null
}

/** The caller and the place they ask about, with its counters. No row without the space. */
export function discussionForCaller(
  shape: DiscussionShape,
  p: OfDiscussion,
): RawBuilder<unknown> {
  return sql`(
    select asked.*, place.*
    from ${spaceForCaller(p)} as asked
    left join lateral ${discussionRow(shape, p)} as place on true)`
}

function discussionRow(
  { isChangeRequest }: DiscussionShape,
  p: OfDiscussion,
): RawBuilder<unknown> {
  if (!isChangeRequest) {
    return sql`(
      select k.space_id as place_id, k.comments as place_comments,
        k.comments_total as place_total
      from space_counter as k
      where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId} limit 1)`
  }
  return sql`(
    select r.id as place_id, r.comments as place_comments, r.comments_total as place_total
    from change_request as r
    where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
      and r.id = ${changeRequestNamed(p)} limit 1)`
}

/** The id of the change request that is named by its id or, in digits, by its number. */
export function changeRequestNamed(p: {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string | undefined
}): RawBuilder<string> {
  return sql`case when ${p.changeRequestId}::text ~ '^[0-9]+$' then (
      select n.id from change_request as n
      where n.organization_id = ${p.organizationId} and n.space_id = ${p.spaceId}
        and n.number = case when ${p.changeRequestId}::text ~ '^[0-9]{1,9}$'
          then ${p.changeRequestId}::text::integer end
      limit 1
    ) else ${p.changeRequestId}::text end`
}

export interface FoundDiscussion<Row> {
  readonly organizationId: string
  readonly spaceId: string
  /** Undefined on the space itself. */
  readonly changeRequestId: string | undefined
  readonly actor: ContentActor
  /** The first row; all rows have the same columns of the place. */
  readonly first: Row & { readonly place_id: string }
  readonly rows: readonly Row[]
}

/** Runs a statement for the caller, or refuses a place that is missing or that they may not see. */
export async function readDiscussion<Row extends DiscussionColumns>(
  context: Pick<Context, 'homes' | 'caller'>,
  { spaceId, changeRequestId }: DiscussionParams,
  read: (shape: DiscussionShape, of: OfDiscussion) => Promise<readonly Row[]>,
): Promise<FoundDiscussion<Row>> {
  const callerId = context.caller.userId
  const shape = { isChangeRequest: changeRequestId !== undefined }
  return atHome(context, 'space', spaceId, async (organizationId) => {
    const rows = await read(shape, { organizationId, callerId, spaceId, changeRequestId })
    const [first] = rows
    const actor = contentActorFrom(first, context, organizationId)
    if (first === undefined || actor === undefined) return undefined
    if (!isPlace(first)) throw notFound('change request', changeRequestId ?? '')
    return {
      organizationId,
      spaceId,
      changeRequestId: shape.isChangeRequest ? first.place_id : undefined,
      actor,
      first,
      rows,
    }
  })
}

function isPlace<Row extends DiscussionColumns>(
  row: Row,
): row is Row & { readonly place_id: string } {
  return row.place_id !== null
}
