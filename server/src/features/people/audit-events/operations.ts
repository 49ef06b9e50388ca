import { getOrganizationAuditEvent } from './get-audit-event.ts'
import { listOrganizationAuditEventActions } from './list-audit-event-actions.ts'
import { listOrganizationAuditEvents } from './list-audit-events.ts'

export const auditEventOperations = [
  listOrganizationAuditEvents,
  getOrganizationAuditEvent,
  listOrganizationAuditEventActions,
]
