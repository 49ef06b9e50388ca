import { sql } from 'kysely'

import { actorFrom, callerColumns } from '#/access/actor.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { count } from '#/platform/tenancy/counters.ts'

import type { OfMember } from './member-queries.ts'
import { signVisitorClaims, visitorClaimsKey } from './visitor-claims.ts'

const selectVisitor = statement('member.visitor', (p: OfMember) =>
  sqlBuilder
    .selectFrom('member as me')
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .leftJoin('organization_secret as s', (join) =>
      join
        .on('s.organization_id', '=', p.organizationId)
        .on('s.name', '=', sql.lit(visitorClaimsKey)),
    )
    .select(callerColumns)
    .select(['o.ai', 's.sealed'])
    .select(sql<number>`floor(extract(epoch from now()))::bigint`.as('now_seconds'))
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.userId),
)

/**
 * Sets when a member was last seen. The version stays: being seen is not an edit that other edits
 * could collide with.
 */
const updateLastSeen = statement(
  'member.update-last-seen',
  (p: OfMember) => sql<{ seen_first: boolean }>`
    update member as m set last_seen_at = now()
    from (
      select b.last_seen_at is null and not b.disabled as seen_first
      from member as b
      where b.organization_id = ${p.organizationId} and b.user_id = ${p.userId}
      for update of b
    ) as before
    where m.organization_id = ${p.organizationId} and m.user_id = ${p.userId}
    returning before.seen_first`,
)

export const updateOrganizationMemberLastSeenAt = operation(
  'updateOrganizationMemberLastSeenAt',
  async ({ params: { organizationId } }, context) =>
    change(context, async (tx) => {
      const member = { organizationId, userId: context.caller.userId }
      // Both statements are sent at once; a refusal rolls the update back.
      const [visitor, update] = await Promise.all([
        tx.first(selectVisitor, member),
        tx.first(updateLastSeen, member),
      ])
      actorFrom(visitor, context, organizationId)
      if (update?.seen_first === true) {
        count(tx, { organizationId, name: 'members-seen', by: 1 })
      }

      const { ai, sealed, now_seconds: nowSeconds } = written(visitor)
      if (!ai) return {}
      const claims = await signVisitorClaims(tx, context, {
        ...member,
        sealed,
        nowSeconds,
      })
      return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
    }),
)
