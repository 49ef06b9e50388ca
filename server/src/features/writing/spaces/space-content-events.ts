import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

interface NewRevision {
  readonly organizationId: string
  readonly spaceId: string
  readonly revisionId: string
  /** What people read of it in the audit log. */
  readonly details: object
}

export function spaceContentUpdated(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'requestId'>,
  { organizationId, spaceId, revisionId, details }: NewRevision,
): void {
  emit(tx, {
    organizationId,
    type: 'space_content_updated',
    subject: `space:${spaceId}`,
    payload: { spaceId, revisionId },
  })
  audit(tx, {
    organizationId,
    action: 'space_content_updated',
    actorId: context.caller.userId,
    targetKind: 'space',
    targetId: spaceId,
    requestId: context.requestId,
    details: { revisionId, ...details },
  })
}
