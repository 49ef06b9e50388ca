import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

import type { OfChangeRequest } from './change-request-queries.ts'

interface ChangeOfRequest extends OfChangeRequest {
  /** The payload of the event besides the ids of its place. */
  readonly payload?: object
  /** The details of the event in the audit log. */
  readonly details?: object
}

export function changeRequestCreated(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_created', of)
}

export function changeRequestUpdated(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_updated', of)
}

export function changeRequestContentUpdated(
  tx: Transaction,
  by: By,
  of: ChangeOfRequest,
): void {
  recordChange(tx, by, 'change_request_content_updated', of)
}

export function changeRequestMerged(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_merged', of)
}

export function reviewRequested(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_review_requested', of)
}

export function reviewRequestRemoved(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_review_request_removed', of)
}

export function reviewSubmitted(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_review_submitted', of)
}

export function checkReported(tx: Transaction, by: By, of: ChangeOfRequest): void {
  recordChange(tx, by, 'change_request_check_reported', of)
}

const record = recorder('change-request', 'changeRequestId')

function recordChange(
  tx: Transaction,
  by: By,
  type: string,
  change: ChangeOfRequest,
): void {
  const { spaceId, payload = {}, details = payload } = change
  record(tx, by, change, {
    type,
    payload: { spaceId, actor: by.caller.userId, ...payload },
    details: { spaceId, ...details },
  })
}
