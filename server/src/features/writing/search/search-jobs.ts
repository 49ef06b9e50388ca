import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'

import { indexSpace } from './index-space.ts'
import { sweepVocabulary } from './write-vocabulary.ts'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** Updates the index of one space to the head of its main branch. */
export const indexSpaceJob = job<OfSpace>(
  'search.index-space',
  { ordered: true },
  async (space, services) => indexSpace(services, space),
)

/**
 * Queues the update of an index, in the transaction of every revision of a main branch and of an
 * arriving space.
 */
export function indexSpaceSoon(
  tx: Transaction,
  { organizationId, spaceId }: OfSpace,
): void {
  enqueue(tx, indexSpaceJob, { organizationId, spaceId }, { key: spaceId })
}

/** Deletes words that no space of the organization has any more. */
export const sweepVocabularyJob = job<{ organizationId: string }>(
  'search.sweep-vocabulary',
  { ordered: true },
  async ({ organizationId }, { db }) => sweepVocabulary(db, organizationId),
)

/**
 * Queues a sweep of the vocabulary, in the transaction that deletes a space or moves it to another
 * organization.
 */
export function sweepVocabularySoon(
  tx: Transaction,
  { organizationId }: { readonly organizationId: string },
): void {
  enqueue(tx, sweepVocabularyJob, { organizationId }, { key: organizationId })
}
