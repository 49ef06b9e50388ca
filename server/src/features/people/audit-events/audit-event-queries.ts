import { sql } from 'kysely'

import { type ActorColumns, callerColumns, callerColumnsSql } from '#/access/actor.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { AuditEventRow } from './audit-event-view.ts'

interface AuditFilters {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly action: string | undefined
  readonly actor: string | undefined
  readonly target: string | undefined
}
interface AuditListParams extends OfCaller, AuditFilters {
  readonly beforeTime: string | undefined
  readonly beforeId: string | undefined
}
interface ListShape {
  readonly filters: readonly (keyof AuditFilters)[]
  readonly before: boolean
  readonly rowsMax: number
}

const columns = [
  'e.id',
  'e.occurred_at',
  'e.action',
  'e.actor_id',
  'e.target_kind',
  'e.target_id',
] as const

/** Lists entries newest first. Every bound on time also leaves out the partitions of other days. */
export const selectAuditEvents = statementByShape(
  'audit-event.list',
  ({ filters, before, rowsMax }: ListShape, p: AuditListParams) => {
    const matching = sqlBuilder
      .selectFrom('audit_event as e')
      .where('e.organization_id', '=', p.organizationId)
      .$if(filters.includes('from'), (q) => q.where('e.occurred_at', '>=', p.from ?? ''))
      .$if(filters.includes('to'), (q) => q.where('e.occurred_at', '<', p.to ?? ''))
      .$if(filters.includes('action'), (q) => q.where('e.action', '=', p.action ?? ''))
      .$if(filters.includes('actor'), (q) => q.where('e.actor_id', '=', p.actor ?? ''))
      .$if(filters.includes('target'), (q) => q.where('e.target_id', '=', p.target ?? ''))
    const page = matching
      .select(columns)
      .$if(before, (q) =>
        q
          .where('e.occurred_at', '<=', p.beforeTime ?? '')
          .where(
            sql<boolean>`(e.occurred_at, e.id) < (${p.beforeTime}::timestamptz, ${p.beforeId})`,
          ),
      )
      .orderBy('e.occurred_at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(sql.lit(rowsMax))
    return listForCaller<AuditEventRow>(p, {
      page: sql`(select newest.*, a.display_name as actor_name
        from ${page} as newest left join account as a on a.id = newest.actor_id)`,
      count: countUpTo(matching.select('e.id')),
      orderBy: sql`page.occurred_at desc, page.id desc`,
    })
  },
)

/** An entry for a caller who is a member; its columns are null when there is no such entry. */
export const selectAuditEventForCaller = statement(
  'audit-event.for-caller',
  (p: OfCaller & { auditEventId: string }) =>
    sqlBuilder
      .selectFrom('member as me')
      .leftJoin('audit_event as e', (join) =>
        join
          .on('e.organization_id', '=', p.organizationId)
          .on('e.id', '=', p.auditEventId),
      )
      .leftJoin('account as a', 'a.id', 'e.actor_id')
      .select(callerColumns)
      .select(columns)
      .select(['e.request_id', 'e.details', 'a.display_name as actor_name'])
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId),
)

/**
 * The actions in an audit log: steps from one to the next in the index, however many entries each
 * has.
 */
export const selectAuditActions = statement(
  'audit-event.actions',
  (p: OfCaller) => sql<ActorColumns & { action: string | null }>`
    with recursive known as (
      (select action from audit_event where organization_id = ${p.organizationId}
       order by action limit 1)
      union all
      select (select e.action from audit_event as e
              where e.organization_id = ${p.organizationId} and e.action > known.action
              order by e.action limit 1)
      from known where known.action is not null
    )
    select ${callerColumnsSql}, known.action
    from member as me left join known on known.action is not null
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
    order by known.action`,
)
