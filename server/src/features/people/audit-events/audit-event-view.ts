import type {
  AuditEvent,
  AuditEventAction,
  AuditEventDetails,
} from '@lectern/contract/audit-events.ts'

import type { Context } from '#/platform/http/context.ts'

export interface AuditEventRow {
  readonly id: string
  readonly occurred_at: string
  readonly action: string
  readonly actor_id: string
  readonly actor_name: string | null
  readonly target_kind: string
  readonly target_id: string
}

/** Whoever has the id of an invite link can join with it: a token that may only read gets none. */
const hidden = 'hidden'

export function viewAuditEvent(
  { caller }: Pick<Context, 'caller'>,
  row: AuditEventRow,
): AuditEvent {
  const isHidden = row.target_kind === 'invite' && !caller.mayWrite
  return {
    object: 'audit-event',
    id: row.id,
    occurredAt: inMilliseconds(row.occurred_at),
    action: row.action,
    actor: {
      object: 'user',
      id: row.actor_id,
      ...(row.actor_name !== null && { displayName: row.actor_name }),
    },
    target: { object: row.target_kind, id: isHidden ? hidden : row.target_id },
  }
}

export function viewAuditEventDetails(
  context: Pick<Context, 'caller'>,
  row: AuditEventRow & { readonly request_id: string; readonly details: unknown },
): AuditEventDetails {
  const { details, request_id: requestId } = row
  return {
    ...viewAuditEvent(context, row),
    requestId,
    details: context.caller.mayWrite ? details : withoutInvite(details),
  }
}

function withoutInvite(details: unknown): unknown {
  const isOfInvite =
    typeof details === 'object' && details !== null && 'inviteId' in details
  return isOfInvite ? { ...details, inviteId: hidden } : details
}

/** The action with a title: `change_request_merged` reads "Change request merged". */
export function viewAuditEventAction(action: string): AuditEventAction {
  const words = action.replaceAll('_', ' ')
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
  return { object: 'audit-event-action', action, title }
}

/** The time without what is finer than a millisecond, which keeps entries in their order here only. */
function inMilliseconds(time: string): string {
  return time.replace(/(?<=\.\d{3})\d+/, '')
}
