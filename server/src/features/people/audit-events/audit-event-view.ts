import type {
  AuditEvent,
  AuditEventAction,
  AuditEventDetails,
} from '@lectern/contract/audit-events.ts'

export interface AuditEventRow {
  readonly id: string
  readonly occurred_at: string
  readonly action: string
  readonly actor_id: string
  readonly actor_name: string | null
  readonly target_kind: string
  readonly target_id: string
}

export function viewAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    object: 'audit-event',
    id: row.id,
    occurredAt: row.occurred_at,
    action: row.action,
    actor: {
      object: 'user',
      id: row.actor_id,
      ...(row.actor_name !== null && { displayName: row.actor_name }),
    },
    target: { object: row.target_kind, id: row.target_id },
  }
}

export function viewAuditEventDetails(
  row: AuditEventRow & { readonly request_id: string; readonly details: unknown },
): AuditEventDetails {
  return { ...viewAuditEvent(row), requestId: row.request_id, details: row.details }
}

/** The action with a title: `change_request_merged` reads "Change request merged". */
export function viewAuditEventAction(action: string): AuditEventAction {
  const words = action.replaceAll('_', ' ')
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
  return { object: 'audit-event-action', action, title }
}
