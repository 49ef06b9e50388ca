import { auditLimitDefault } from '@lectern/contract/audit-events.ts'

import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { auditEventPolicy } from './audit-event-policy.ts'
import { selectAuditEvents } from './audit-event-queries.ts'
import { viewAuditEvent } from './audit-event-view.ts'

const firstTime = '0001-01-01T00:00:00Z'

/** The time, but no earlier than year 1: the database knows no year 0, and no entry is that old. */
function inReach(time: string): string {
  return Date.parse(time) < Date.parse(firstTime) ? firstTime : time
}

const filterNames = ['from', 'to', 'action', 'actor', 'target'] as const

export const listOrganizationAuditEvents = operation(
  'listOrganizationAuditEvents',
  async ({ params, query }, context) => {
    const { organizationId } = params
    const { from, to, action, actor, target, limit = auditLimitDefault } = query
    const page = readPage(context, { params, query: { ...query, limit } })
    const shape = {
      filters: filterNames.filter((name) => query[name] !== undefined),
      before: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectAuditEvents(shape), {
      organizationId,
      callerId: context.caller.userId,
      from: from && inReach(from),
      to: to && inReach(to),
      action,
      actor,
      target,
      beforeTime: page.afterText(0),
      beforeId: page.afterText(1),
    })
    const {
      actor: asking,
      rows,
      ...counted
    } = listed(found, 'id', context, organizationId)
    authorize(auditEventPolicy.view(asking), 'read the audit log', 'the admin role')

    return page.finish(rows, {
      ...counted,
      keyOf: (row) => [row.occurred_at, row.id],
      view: (row) => viewAuditEvent(context, row),
    })
  },
)
