import { authorize } from '#/access/actor.ts'
import {
  descriptionOf,
  type FoundChangeRequest,
  refuseClosed,
  resolveChangeRequest,
  reviewRequested,
  writeSettings,
} from '#/features/review/change-requests/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { lockRequest } from './lock-request.ts'
import { outdateReviewsOf } from './review-queries.ts'
import { noReviewers } from './reviewer-errors.ts'
import {
  holdPeople,
  holdTeams,
  insertRequested,
  type RequestedRow,
  selectAsked,
} from './reviewer-queries.ts'
import { viewRequested } from './reviewer-view.ts'

export const requestReviewersForChangeRequest = operation(
  'requestReviewersForChangeRequest',
  async ({ params, body }, context) => {
    const found = await resolveChangeRequest(context.db, context, params)
    requireAskable(found)
    const description = await descriptionOf(context, body.description)
    const asked = { userIds: once(body.users), teamIds: once(body.teams ?? []) }
    const isAsking = asked.userIds.length + asked.teamIds.length > 0
    return change(context, async (tx) => {
      const locked = await lockToAsk(tx, context, found, asked)
      const status = isAsking && locked.row.status === 'draft' ? 'open' : undefined
      const settings = { status, subject: body.subject, description }
      const [rows] = await Promise.all([
        isAsking ? ask(tx, context, locked, asked) : [],
        writeSettings(tx, context, locked, settings),
      ])
      const of = new Map(rows.map((row) => [row.reviewer_id, row]))
      const viewed = (ids: readonly string[]) =>
        ids.flatMap((id) => {
          const row = of.get(id)
          return row === undefined ? [] : [viewRequested(row, context)]
        })
      return {
        users: viewed(asked.userIds),
        ...(body.teams && { teams: viewed(asked.teamIds) }),
      }
    })
  },
)

function requireAskable({ actor, row }: FoundChangeRequest): void {
  authorize(
    spacePolicy.edit(actor),
    'ask for reviews of this change request',
    'the edit role',
  )
  refuseClosed(row)
}

function once(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}

interface Asked {
  readonly userIds: readonly string[]
  readonly teamIds: readonly string[]
}

/**
 * Locks the change request with the users and teams to ask, so that none is removed before the end.
 */
async function lockToAsk(
  tx: Transaction,
  context: Context,
  { of }: FoundChangeRequest,
  // oxlint-disable-next-line max-params -- a transaction, who asks, about what, and whom
  { userIds, teamIds }: Asked,
): Promise<FoundChangeRequest> {
  const [locked, people, teams] = await Promise.all([
    lockRequest(tx, context, of),
    tx.many(holdPeople, { ...of, userIds }),
    tx.many(holdTeams, { ...of, teamIds }),
  ])
  requireAskable(locked)
  requireAll('users', userIds, people)
  requireAll('teams', teamIds, teams)
  return locked
}

function requireAll(
  field: 'users' | 'teams',
  sent: readonly string[],
  found: readonly { readonly id: string }[],
): void {
  const known = new Set(found.map(({ id }) => id))
  const strangers = new Set(sent).difference(known)
  if (strangers.size > 0) throw noReviewers(field, sent, strangers)
}

async function ask(
  tx: Transaction,
  context: Context,
  { row, of }: FoundChangeRequest,
  // oxlint-disable-next-line max-params -- a transaction, who asks, about what, and whom
  asked: Asked,
): Promise<readonly RequestedRow[]> {
  const { userIds, teamIds } = asked
  reviewRequested(tx, context, {
    ...of,
    payload: { number: row.number, userIds, teamIds },
  })
  const [, , rows] = await Promise.all([
    tx.run(outdateReviewsOf, { ...of, reviewerIds: userIds }),
    tx.run(insertRequested, {
      ...of,
      ...asked,
      revisionId: row.head_revision_id,
      requestedBy: context.caller.userId,
    }),
    tx.many(selectAsked, { ...of, ...asked }),
  ])
  return rows
}
