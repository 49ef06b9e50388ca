import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

import type { OfChangeRequest } from './change-request-queries.ts'

type By = Pick<Context, 'caller' | 'requestId'>

interface Happening extends OfChangeRequest {
  /** What the event says besides where it happened. */
  readonly payload?: object
  /** What people read of it in the audit log. */
  readonly details?: object
}

export function changeRequestCreated(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_created', of)
}

export function changeRequestUpdated(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_updated', of)
}

export function changeRequestContentUpdated(
  tx: Transaction,
  by: By,
  of: Happening,
): void {
  record(tx, by, 'change_request_content_updated', of)
}

export function changeRequestMerged(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_merged', of)
}

export function reviewRequested(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_review_requested', of)
}

export function reviewRequestRemoved(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_review_request_removed', of)
}

export function reviewSubmitted(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_review_submitted', of)
}

export function checkReported(tx: Transaction, by: By, of: Happening): void {
  record(tx, by, 'change_request_check_reported', of)
}

function record(tx: Transaction, by: By, type: string, happening: Happening): void {
  const { organizationId, spaceId, changeRequestId } = happening
  const { payload = {}, details = payload } = happening
  emit(tx, {
    organizationId,
    type,
    subject: `change-request:${changeRequestId}`,
    payload: { spaceId, changeRequestId, actor: by.caller.userId, ...payload },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: by.caller.userId,
    targetKind: 'change-request',
    targetId: changeRequestId,
    requestId: by.requestId,
    details: { spaceId, ...details },
  })
}
