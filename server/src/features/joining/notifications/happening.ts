import type { NotificationKind } from '@lectern/contract/notifications.ts'

import type { Queryable } from '#/platform/database/queryable.ts'
import type { StoredEvent } from '#/platform/outbox/relay.ts'

import {
  selectAskedPeople,
  selectCommented,
  selectReplied,
  selectRequest,
  selectTakingPart,
} from './happening-queries.ts'

/** Something that happened, and whom it concerns. */
export interface Happening {
  /** The same for everything that would tell somebody the same. */
  readonly source: string
  readonly actorId: string
  readonly place: HappeningPlace
  /** The people in it are named by whoever wrote it; null where nothing was written. */
  readonly text: string | null
  /** Whom else it concerns and why, what weighs most first. */
  readonly concerns: readonly (readonly [NotificationKind, readonly string[]])[]
}

export interface HappeningPlace {
  readonly spaceId: string
  readonly changeRequestId?: string
  readonly commentId?: string
  readonly replyId?: string
  readonly reviewId?: string
}

/** The events that somebody is told of, each with how its people are found. */
const finders: Readonly<Record<string, Find>> = {
  comment_posted: findComment,
  comment_updated: onlyMentions(findComment),
  comment_reply_posted: findReply,
  comment_reply_updated: onlyMentions(findReply),
  change_request_updated: findDescription,
  change_request_review_requested: findReviewRequest,
  change_request_review_submitted: findReview,
  change_request_merged: findMerge,
}

export function concernsPeople(type: string): boolean {
  return Object.hasOwn(finders, type)
}

/** Undefined when what it was about is gone. */
export async function happeningOf(
  db: Queryable,
  event: StoredEvent,
): Promise<Happening | undefined> {
  const find = concernsPeople(event.type) ? finders[event.type] : undefined
  return find?.(db, event, payloadOf(event))
}

type Find = (
  db: Queryable,
  event: StoredEvent,
  payload: Payload,
) => Promise<Happening | undefined>

async function findComment(
  db: Queryable,
  { organizationId }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  const place = { ...placeOf(payload), commentId: textIn(payload, 'commentId') }
  const row = await db.first(selectCommented, { organizationId, ...place })
  if (row === undefined) return undefined
  // Whoever made the change request is told of the review that brought the comment.
  const notified = row.author_id === null || row.review_id !== null ? [] : [row.author_id]
  return {
    source: `comment:${place.commentId}`,
    actorId: row.posted_by,
    place,
    text: row.body,
    concerns: [['comments', notified]],
  }
}

async function findReply(
  db: Queryable,
  { organizationId }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  const place = {
    ...placeOf(payload),
    commentId: textIn(payload, 'commentId'),
    replyId: textIn(payload, 'replyId'),
  }
  const row = await db.first(selectReplied, { organizationId, ...place })
  if (row === undefined) return undefined
  return {
    source: `reply:${place.replyId}`,
    actorId: row.posted_by,
    place,
    text: row.body,
    concerns: [
      ['replies', row.talkers],
      ['comments', row.author_id === null ? [] : [row.author_id]],
    ],
  }
}

async function findDescription(
  db: Queryable,
  { organizationId }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  if (!textsIn(payload, 'changed').includes('description')) return undefined
  const place = requestOf(payload)
  const row = await db.first(selectRequest, { organizationId, ...place })
  if (row === undefined) return undefined
  return {
    source: `description:${place.changeRequestId}`,
    actorId: textIn(payload, 'actor'),
    place,
    text: row.description,
    concerns: [],
  }
}

async function findReviewRequest(
  db: Queryable,
  { organizationId, id }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  const place = requestOf(payload)
  const people = await db.many(selectAskedPeople, {
    organizationId,
    ...place,
    userIds: textsIn(payload, 'userIds'),
    teamIds: textsIn(payload, 'teamIds'),
  })
  return {
    source: `event:${id}`,
    actorId: textIn(payload, 'actor'),
    place,
    text: null,
    concerns: [['reviewRequests', people.map(({ user_id }) => user_id)]],
  }
}

async function findReview(
  db: Queryable,
  { organizationId }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  const place = { ...requestOf(payload), reviewId: textIn(payload, 'reviewId') }
  const row = await db.first(selectRequest, { organizationId, ...place })
  if (row === undefined) return undefined
  return {
    source: `review:${place.reviewId}`,
    actorId: textIn(payload, 'actor'),
    place,
    // Its text is a comment, which tells those who are named in it.
    text: null,
    concerns: [['reviews', [row.author_id]]],
  }
}

async function findMerge(
  db: Queryable,
  { organizationId, id }: StoredEvent,
  payload: Payload,
): Promise<Happening | undefined> {
  const place = requestOf(payload)
  const people = await db.many(selectTakingPart, { organizationId, ...place })
  return {
    source: `event:${id}`,
    actorId: textIn(payload, 'actor'),
    place,
    text: null,
    concerns: [['merges', people.map(({ user_id }) => user_id)]],
  }
}

/** Others were told when it was written; an edit tells those who are newly named. */
function onlyMentions(find: Find): Find {
  return async (db, event, payload) => {
    const found = await find(db, event, payload)
    return found && { ...found, concerns: [] }
  }
}

function requestOf(payload: Payload) {
  return {
    spaceId: textIn(payload, 'spaceId'),
    changeRequestId: textIn(payload, 'changeRequestId'),
  }
}

function placeOf(payload: Payload) {
  const changeRequestId = textIn(payload, 'changeRequestId')
  const spaceId = textIn(payload, 'spaceId')
  return changeRequestId === '' ? { spaceId } : { spaceId, changeRequestId }
}

/** What an event says besides its place in the log; one of an older release may say less. */
type Payload = ReadonlyMap<string, unknown>

function payloadOf({ payload }: StoredEvent): Payload {
  const isObject = typeof payload === 'object' && payload !== null
  return new Map<string, unknown>(isObject ? Object.entries(payload) : [])
}

function textIn(payload: Payload, name: string): string {
  const value = payload.get(name)
  return typeof value === 'string' ? value : ''
}

function textsIn(payload: Payload, name: string): readonly string[] {
  const value = payload.get(name)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
