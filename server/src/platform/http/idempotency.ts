import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { type Queryable, toWire } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Collector, Transaction } from '#/platform/database/transaction.ts'
import { idempotencyKeyReused, invalidRequest } from '#/platform/errors/api-error.ts'

import type { ReplayedAnswer } from './outcome.ts'

/** The Idempotency-Key of one request. */
export interface IdempotencyKey {
  /** The answer of a completed identical request; refuses a key that another request has used. */
  readonly find: () => Promise<ReplayedAnswer | undefined>
  /** Called once, right before the transaction of the change, which begins with the claim. */
  readonly begin: () => void
  readonly isBegun: () => boolean
  /** Waits for the request that holds the key. Throws AnsweredMeanwhile if that completed. */
  readonly claim: (tx: Transaction) => Promise<void>
  /** Stores the answer with the effect, when the transaction commits. */
  readonly store: (tx: Transaction, answer: ReplayedAnswer) => void
}

/** Ends a change that an identical request has made while this request prepared it. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile'
  readonly answer: ReplayedAnswer

  constructor(answer: ReplayedAnswer) {
    super('An identical request was answered meanwhile')
    this.answer = answer
  }
}

interface KeyOfRequest {
  readonly principalId: string
  readonly key: string
  /** Method, full path with query, and body: a different request must not reuse the key. */
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
 * The key of a request. Claim, effect and stored answer are one transaction, so a crash leaves
 * either all of them or none. The claim is the first statement of that transaction: the preparation
 * of a handler before it holds no lock and no connection.
 */
export function idempotencyKeyOf(
  db: Database,
  { principalId, key, fingerprint }: KeyOfRequest,
): IdempotencyKey {
  if (key === '' || key.length > 255) {
    throw invalidRequest('An Idempotency-Key has 1 to 255 characters.')
  }
  const keyHash = hash('sha256', `idempotency-key\n${key}`, 'base64url')
  let isBegun = false

  async function findIn(within: Queryable): Promise<ReplayedAnswer | undefined> {
    const stored = await within.first(selectAnswer, { principalId, keyHash })
    if (stored === undefined) return undefined
    if (stored.fingerprint !== fingerprint) throw idempotencyKeyReused()
    return decryptAnswer(key, stored.status, stored.answer)
  }

  return {
    find: async () => findIn(db),
    begin() {
      // A second change would find the answer of the first and return it as its own.
      if (isBegun) throw new Error('A request calls change once; this one did so twice')
      isBegun = true
    },
    isBegun: () => isBegun,
    async claim(tx) {
      // The second statement is sent without waiting: its snapshot is taken once the lock is held.
      const [, answer] = await Promise.all([
        tx.first(lockKey, { lock: `${principalId}\n${keyHash}` }),
        findIn(tx),
      ])
      if (answer !== undefined) throw new AnsweredMeanwhile(answer)
    },
    store(tx, answer) {
      const { status } = answer
      const sealed = encryptAnswer(key, answer)
      tx.collect(answers, { principalId, keyHash, fingerprint, status, answer: sealed })
    },
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
