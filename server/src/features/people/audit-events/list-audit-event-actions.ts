import { actorFrom, authorize } from '#/access/actor.ts'
import { operation } from '#/platform/http/operation.ts'

import { auditEventPolicy } from './audit-event-policy.ts'
import { selectAuditActions } from './audit-event-queries.ts'
import { viewAuditEventAction } from './audit-event-view.ts'

export const listOrganizationAuditEventActions = operation(
  'listOrganizationAuditEventActions',
  async ({ params: { organizationId } }, context) => {
    const callerId = context.caller.userId
    const rows = await context.db.many(selectAuditActions, { organizationId, callerId })
    const actor = actorFrom(rows[0], context, organizationId)
    authorize(auditEventPolicy.view(actor), 'read the audit log', 'the admin role')
    return {
      items: rows.flatMap(({ action }) =>
        action === null ? [] : [viewAuditEventAction(action)],
      ),
    }
  },
)
