import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

interface NewRevision {
  readonly organizationId: string
  readonly spaceId: string
  readonly revisionId: string
  /** The details of the change for readers of the audit log. */
  readonly details: object
}

const record = recorder('space', 'spaceId')

export function spaceContentUpdated(
  tx: Transaction,
  by: By,
  { revisionId, details, ...of }: NewRevision,
): void {
  record(tx, by, of, {
    type: 'space_content_updated',
    payload: { revisionId },
    details: { revisionId, ...details },
  })
}
