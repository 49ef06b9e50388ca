import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { OfSpace } from './section-queries.ts'

/**
 * Takes the lock of the vocabulary with others: several transactions may add words at once, but
 * none while another deletes words.
 */
const shareVocabulary = statement<{ organizationId: string }>(
  'search.share-vocabulary',
  (p) => sql`
    select pg_advisory_xact_lock_shared(hashtextextended('search ' || ${p.organizationId}, 0))`,
)

const lockVocabulary = statement<{ organizationId: string }>(
  'search.lock-vocabulary',
  (p) => sql`
    select pg_advisory_xact_lock(hashtextextended('search ' || ${p.organizationId}, 0))`,
)

const selectUnusedWord = statement<OfSpace, { word: string }>(
  'search.unused-word',
  (p) => sql`
    select word from search_word
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
    union all
    select sight from search_sight
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
    union all
    select word from search_sight_word
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
    limit 1`,
)

const deleteUnusedWords = statement<OfSpace>(
  'search.delete-unused-words',
  (p) => sql`
    with unused_by_some as (
      delete from search_sight_word
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
    ), unused_sights as (
      delete from search_sight
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
    ), unused as (
      delete from search_word
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and sections = 0
      returning word
    )
    delete from search_vocabulary as v using unused
    where v.organization_id = ${p.organizationId} and v.word = unused.word
      and not exists (
        select 1 from search_word as other
        where other.organization_id = ${p.organizationId} and other.word = unused.word
          and other.sections > 0)`,
)

const deleteUnknownWords = statement<{ organizationId: string }>(
  'search.delete-unknown-words',
  (p) => sql`
    delete from search_vocabulary as v
    where v.organization_id = ${p.organizationId}
      and not exists (
        select 1 from search_word as k
        where k.organization_id = ${p.organizationId} and k.word = v.word)`,
)

export async function holdVocabulary(
  tx: Transaction,
  organizationId: string,
): Promise<void> {
  await tx.run(shareVocabulary, { organizationId })
}

/**
 * Deletes words that the space has no more, and from the vocabulary those that no space has any
 * more.
 */
export async function forgetUnusedWords(db: Database, space: OfSpace): Promise<void> {
  if ((await db.first(selectUnusedWord, space)) === undefined) return
  await db.transaction(async (tx) => {
    await Promise.all([tx.run(lockVocabulary, space), tx.run(deleteUnusedWords, space)])
  })
}

export async function sweepVocabulary(
  db: Database,
  organizationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const of = { organizationId }
    await Promise.all([tx.run(lockVocabulary, of), tx.run(deleteUnknownWords, of)])
  })
}
