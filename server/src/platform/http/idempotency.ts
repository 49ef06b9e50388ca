import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { toWire } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Collector, Transaction } from '#/platform/database/transaction.ts'
import { idempotencyKeyReused, invalidRequest } from '#/platform/errors/api-error.ts'

import type { ReplayedAnswer } from './outcome.ts'

/** A request that carries an Idempotency-Key, holding the key's lock until its transaction ends. */
export interface IdempotencyClaim {
  readonly tx: Transaction
  /** Stores the answer and commits it together with the effect. */
  readonly commit: (answer: ReplayedAnswer) => Promise<void>
  readonly abandon: () => Promise<void>
}

interface ClaimRequest {
  readonly principalId: string
  readonly key: string
  /** Method, full path with query, and body: another request must not borrow the key. */
  readonly fingerprint: string
}

export const idempotencyDays = 7

const lockKey = statement('idempotency.lock', ({ lock }: { lock: string }) =>
  sqlBuilder.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.as('locked'),
  ),
)

const selectAnswer = statement(
  'idempotency.select',
  ({ principalId, keyHash }: { principalId: string; keyHash: string }) =>
    sqlBuilder
      .selectFrom('idempotency_record')
      .select(['fingerprint', 'status', 'answer'])
      .where('principal_id', '=', principalId)
      .where('key_hash', '=', keyHash)
      .where('created_at', '>', sql<string>`now() - interval '7 days'`)
      .orderBy('created_at', 'desc')
      .limit(1),
)

interface AnswerRow {
  readonly principalId: string
  readonly keyHash: string
  readonly fingerprint: string
  readonly status: number
  readonly answer: Buffer
}

const insertAnswer = statement('idempotency.insert', (row: AnswerRow) =>
  sqlBuilder.insertInto('idempotency_record').values({
    principal_id: row.principalId,
    key_hash: row.keyHash,
    fingerprint: row.fingerprint,
    status: row.status,
    answer: row.answer,
  }),
)

const answers: Collector<AnswerRow> = {
  flush: (rows) => rows.map((row) => toWire(insertAnswer, row)),
}

/**
 * Waits for whoever holds the same key, then gives either their answer or a claim. Claim, effect and
 * stored answer are one transaction, so a crash leaves either all of them or none.
 */
export async function claimIdempotencyKey(
  db: Database,
  { principalId, key, fingerprint }: ClaimRequest,
): Promise<IdempotencyClaim | ReplayedAnswer> {
  if (key === '' || key.length > 255) {
    throw invalidRequest('An Idempotency-Key has 1 to 255 characters.')
  }
  const keyHash = hash('sha256', `idempotency-key\n${key}`, 'base64url')
  const opened = await db.open()
  try {
    const { tx } = opened
    const locked = tx.first(lockKey, { lock: `${principalId}\n${keyHash}` })
    // Sent behind the lock without waiting: its snapshot is taken once the lock is held.
    const [, stored] = await Promise.all([
      locked,
      tx.first(selectAnswer, { principalId, keyHash }),
    ])
    if (stored === undefined) {
      return {
        tx,
        abandon: opened.rollback,
        async commit(answer) {
          tx.collect(answers, {
            principalId,
            keyHash,
            fingerprint,
            status: answer.status,
            answer: encryptAnswer(key, answer),
          })
          await opened.commit()
        },
      }
    }
    await opened.rollback()
    if (stored.fingerprint !== fingerprint) throw idempotencyKeyReused()
    return decryptAnswer(key, stored.status, stored.answer)
  } catch (error) {
    await opened.rollback()
    throw error
  }
}

function answerKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'idempotency-answer', 32))
}

function encryptAnswer(key: string, { json, location }: ReplayedAnswer): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', answerKey(key), iv)
  const text = JSON.stringify({ json, location })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function decryptAnswer(key: string, status: number, sealed: Buffer): ReplayedAnswer {
  const decipher = createDecipheriv('aes-256-gcm', answerKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: it is what encryptAnswer wrote
  const { json, location } = JSON.parse(text.toString()) as Omit<ReplayedAnswer, 'status'>
  return { status, json, location }
}
