import type { Transaction } from '#/platform/database/transaction.ts'

import { countStatus, type OfChangeRequest } from './change-request-queries.ts'

/** Updates the counters of a space when the status of a change request changes. */
export function countedStatus(
  tx: Transaction,
  { organizationId, spaceId }: OfChangeRequest,
  before: string,
  after: string,
): Promise<void>[] {
  const by = (status: string) => Number(after === status) - Number(before === status)
  const [open, draft] = [by('open'), by('draft')]
  if (open === 0 && draft === 0) return []
  return [tx.run(countStatus, { organizationId, spaceId, open, draft })]
}
