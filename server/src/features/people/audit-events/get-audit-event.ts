import { actorFrom, authorize } from '#/access/actor.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'

import { auditEventPolicy } from './audit-event-policy.ts'
import { selectAuditEventForCaller } from './audit-event-queries.ts'
import { viewAuditEventDetails } from './audit-event-view.ts'

export const getOrganizationAuditEvent = operation(
  'getOrganizationAuditEvent',
  async ({ params }, context) => {
    const { organizationId, auditEventId } = params
    const callerId = context.caller.userId
    const row = await context.db.first(selectAuditEventForCaller, { ...params, callerId })
    const actor = actorFrom(row, context, organizationId)
    authorize(auditEventPolicy.view(actor), 'read the audit log', 'the admin role')
    if (!isThere(row)) throw notFound('audit event', auditEventId)
    return viewAuditEventDetails(context, row)
  },
)

type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null }
type Columns = Parameters<typeof viewAuditEventDetails>[1]

/** Whether the row has an entry: the columns of an entry are all filled, or none is. */
function isThere(row: Nullable<Columns> | undefined): row is Columns {
  return row !== undefined && row.id !== null
}
