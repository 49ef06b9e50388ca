import type { JsonDocument } from '@lectern/contract/documents.ts'
import type { MergeRule } from '@lectern/contract/merge-rules.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import type { ContentActor } from '#/access/content-access.ts'
import { viewUser } from '#/features/people/users/public.ts'
import { viewSpaces } from '#/features/writing/spaces/public.ts'
import { isoFromPostgres } from '#/platform/database/postgres-types.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context } from '#/platform/http/context.ts'

import type { ChangeRequestRow } from './change-request-queries.ts'
import { viewWithoutMerge } from './change-request-view.ts'
import type { MarkColumns, RuleColumns, StoredReview } from './merge-fact-queries.ts'
import {
  counts,
  judgeMerge,
  type Judgement,
  type MergeFacts,
  readsSpace,
  type ReadyRule,
  readyRules,
} from './merge-rules.ts'

/** A change request, the caller's access to its space, and the rules of the space. */
export interface ToJudge {
  readonly actor: ContentActor
  readonly row: ChangeRequestRow & MarkColumns
  readonly rules: RulesOfSpace
}

interface RulesOfSpace extends Omit<RuleColumns, 'merge_rules'> {
  readonly ready: readonly ReadyRule[]
}

export function rulesOf({ merge_rules, ...rest }: RuleColumns): RulesOfSpace {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
  const { rules = [] } = merge_rules as { rules?: readonly MergeRule[] }
  return { ...rest, ready: readyRules(rules) }
}

type ViewContext = Pick<Context, 'caller' | 'config'>

/** The judge of these change requests by their rules, with all needed spaces read at once. */
export async function judgeMerges(
  db: Queryable,
  context: ViewContext,
  all: readonly ToJudge[],
): Promise<(one: ToJudge, description: JsonDocument | undefined) => Judgement> {
  const spaces = await readSpaces(db, context, all)
  return (one, description) =>
    one.row.status === 'merged'
      ? nothingLeft
      : judgeMerge(
          factsOf(context, one, { description, space: spaces.get(one.row.space_id) }),
        )
}

/** The judgement of a merged change request, whatever the rules say. */
const nothingLeft: Judgement = { unmet: [], isBypassed: false }

/** Reads only spaces whose rules need them: few expressions do. */
async function readSpaces(
  db: Queryable,
  context: ViewContext,
  all: readonly ToJudge[],
): Promise<ReadonlyMap<string, Space>> {
  const read = new Map(all.map((one) => [one.rules, one]))
  const looking = [...read.values()].filter(({ rules }) => readsSpace(rules.ready))
  const [first] = looking
  if (first === undefined) return new Map()
  const ids = looking.map(({ row }) => row.space_id)
  return viewSpaces({ ...context, db }, first.actor.organizationId, ids)
}

interface Objects {
  readonly description: JsonDocument | undefined
  readonly space: Space | undefined
}

function factsOf(context: ViewContext, one: ToJudge, objects: Objects): MergeFacts {
  const { row, rules } = one
  const reviews = row.merge_reviews ?? []
  const people = rules.merge_people ?? {}
  const changeRequest = () => viewWithoutMerge(context, row, objects.description)
  return {
    rules: rules.ready,
    callerId: context.caller.userId,
    author: { id: row.user_id, name: row.display_name },
    subject: row.subject,
    description: row.description,
    isOutdated: row.main_number !== row.main_head_number,
    reviews: reviews.map(factOf),
    checks: new Map(
      Object.entries(row.merge_checks ?? {}).map(([name, check]) => [
        name,
        {
          state: check.state,
          reporterId: check.reporter_id,
          reporterName: check.reporter_name,
          isOwn: check.is_own,
          loss: check.loss,
        },
      ]),
    ),
    nameOf: (userId) =>
      (Object.hasOwn(people, userId) ? people[userId] : undefined) ?? userId,
    names: () => ({
      space: objects.space,
      changeRequest: changeRequest(),
      reviews: reviews
        .filter((review) => counts(factOf(review)))
        .map((review) => viewForRules(context, review)),
      actor: viewUser(rules.merge_actor, context),
    }),
  }
}

function factOf({ reviewer_id: reviewerId, reviewer, status, standing }: StoredReview) {
  return {
    reviewerId,
    reviewerName: reviewer?.display_name ?? reviewerId,
    status,
    standing,
  }
}

/** The fields of a review that expressions can read: all but its comment. */
function viewForRules(context: ViewContext, review: StoredReview): object {
  const { reviewer, reviewer_id: id } = review
  return {
    object: 'change-request-review',
    id: review.id,
    revision: review.revision_id,
    reviewer: reviewer === null ? { object: 'user', id } : viewUser(reviewer, context),
    status: review.status,
    outdated: false,
    createdAt: isoFromPostgres(review.created_at),
    updatedAt: isoFromPostgres(review.updated_at),
  }
}
