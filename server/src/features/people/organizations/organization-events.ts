import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

type OfOrganization = Readonly<{ organizationId: string }>

export function organizationCreated(
  tx: Transaction,
  context: Context,
  { organizationId, title }: OfOrganization & { title: string },
) {
  record(tx, context, {
    organizationId,
    type: 'organization_created',
    payload: { title },
    details: { title },
  })
}

interface Update extends OfOrganization {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/** Values go to the audit log alone: whoever receives events reads the organization itself. */
export function organizationUpdated(
  tx: Transaction,
  context: Context,
  { organizationId, changed, before, after }: Update,
) {
  record(tx, context, {
    organizationId,
    type: 'organization_updated',
    payload: { changed },
    details: { before, after },
  })
}

export function agentInstructionsUpdated(
  tx: Transaction,
  context: Context,
  { organizationId, version }: OfOrganization & { version: number },
) {
  record(tx, context, {
    organizationId,
    type: 'agent_instructions_updated',
    payload: { version },
    details: { version },
  })
}

export function memberJoined(
  tx: Transaction,
  context: Context,
  {
    organizationId,
    userId,
    role,
  }: OfOrganization & { userId: string; role: string | null },
) {
  emit(tx, {
    organizationId,
    type: 'member_joined',
    subject: `member:${userId}`,
    payload: { userId, role },
  })
  audit(tx, {
    organizationId,
    action: 'member_joined',
    actorId: userId,
    targetKind: 'member',
    targetId: userId,
    requestId: context.requestId,
    details: { role, by: 'email-domain' },
  })
}

interface Happening extends OfOrganization {
  readonly type: string
  readonly payload: object
  readonly details: object
}

function record(
  tx: Transaction,
  context: Context,
  { organizationId, type, payload, details }: Happening,
): void {
  emit(tx, {
    organizationId,
    type,
    subject: `organization:${organizationId}`,
    payload: { organizationId, ...payload },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: context.caller.userId,
    targetKind: 'organization',
    targetId: organizationId,
    requestId: context.requestId,
    details,
  })
}
