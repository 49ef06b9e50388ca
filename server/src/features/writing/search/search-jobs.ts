import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'

import { indexSpace } from './index-space.ts'
import { sweepVocabulary } from './write-vocabulary.ts'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** Brings the index of one space up to the head of its main branch. */
export const indexSpaceJob = job<OfSpace>(
  'search.index-space',
  { ordered: true },
  async (space, services) => indexSpace(services, space),
)

/** For the transaction of every revision of a main branch; also for a space that has just arrived. */
export function indexSpaceSoon(
  tx: Transaction,
  { organizationId, spaceId }: OfSpace,
): void {
  enqueue(tx, indexSpaceJob, { organizationId, spaceId }, { key: spaceId })
}

/** Forgets words that no space of the organization has any more. */
export const sweepVocabularyJob = job<{ organizationId: string }>(
  'search.sweep-vocabulary',
  { ordered: true },
  async ({ organizationId }, { db }) => sweepVocabulary(db, organizationId),
)

/** For the transaction that removes a space for good or lets it go to another organization. */
export function sweepVocabularySoon(
  tx: Transaction,
  { organizationId }: { readonly organizationId: string },
): void {
  enqueue(tx, sweepVocabularyJob, { organizationId }, { key: organizationId })
}
