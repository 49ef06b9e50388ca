import type { NotificationKind } from '@lectern/contract/notifications.ts'

import type { Queryable } from '#/platform/database/queryable.ts'
import type { StoredEvent } from '#/platform/outbox/relay.ts'

import {
  selectAskedPeople,
  selectCommented,
  selectReplied,
  selectRequest,
  selectTakingPart,
} from './notable-event-queries.ts'

/** An event with the users it concerns. */
export interface NotableEvent {
  /** The key that prevents duplicates: events with the same source notify a user once. */
  readonly source: string
  readonly actorId: string
  readonly place: EventPlace
  /** The text whose mentions are notified; null for an event without a text. */
  readonly text: string | null
  /** The users to notify besides those mentioned, by kind, the most important kind first. */
  readonly concerns: readonly (readonly [NotificationKind, readonly string[]])[]
}

export interface EventPlace {
  readonly spaceId: string
  readonly changeRequestId?: string
  readonly commentId?: string
  readonly replyId?: string
  readonly reviewId?: string
}

/** The events that lead to notifications, each with the function that finds its users. */
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

/** What an event means to people; undefined if it concerns nobody or its subject is gone. */
export async function notableEventOf(
  db: Queryable,
  event: StoredEvent,
): Promise<NotableEvent | undefined> {
  const find = concernsPeople(event.type) ? finders[event.type] : undefined
  return find?.(db, event, payloadOf(event))
}

type Find = (
  db: Queryable,
  event: StoredEvent,
  payload: Payload,
) => Promise<NotableEvent | undefined>

async function findComment(
  db: Queryable,
  { organizationId }: StoredEvent,
  payload: Payload,
): Promise<NotableEvent | undefined> {
  const place = { ...placeOf(payload), commentId: textIn(payload, 'commentId') }
  const row = await db.first(selectCommented, { organizationId, ...place })
  if (row === undefined) return undefined
  // A comment of a review does not notify the author, who is notified of the review itself.
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
): Promise<NotableEvent | undefined> {
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
): Promise<NotableEvent | undefined> {
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
): Promise<NotableEvent | undefined> {
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
): Promise<NotableEvent | undefined> {
  const place = { ...requestOf(payload), reviewId: textIn(payload, 'reviewId') }
  const row = await db.first(selectRequest, { organizationId, ...place })
  if (row === undefined) return undefined
  return {
    source: `review:${place.reviewId}`,
    actorId: textIn(payload, 'actor'),
    place,
    // The text of a review is a comment, whose own event notifies users mentioned in it.
    text: null,
    concerns: [['reviews', [row.author_id]]],
  }
}

async function findMerge(
  db: Queryable,
  { organizationId, id }: StoredEvent,
  payload: Payload,
): Promise<NotableEvent | undefined> {
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

/** A finder for edits: only new mentions are notified; the others were notified of the original. */
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

/** The payload of an event; events of an older release may have fewer fields. */
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
