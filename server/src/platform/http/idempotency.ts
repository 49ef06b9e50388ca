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

import type { Caller } from './caller.ts'
import type { ReplayedAnswer } from './outcome.ts'

/** The Idempotency-Key of one request. */
export interface IdempotencyKey {
  /**
   * The answer that an identical request with the same token got; refuses a key that another
   * request has used. A request with another token is first judged by its handler.
   */
  readonly find: () => Promise<ReplayedAnswer | undefined>
  /** The answer that an identical request got with whichever token of the user. */
  readonly findJudged: () => Promise<ReplayedAnswer | undefined>
  /** Notes as what the caller acts; with another role the answer is not theirs unjudged. */
  readonly noteStanding: (standing: Standing) => void
  /** Called once, right before the transaction of the change, which begins with the claim. */
  readonly begin: () => void
  readonly isBegun: () => boolean
  /** Whether the transaction only judges: it ends with the answer that another token got. */
  readonly isJudging: () => boolean
  /** Waits for the request that holds the key. Throws AnsweredMeanwhile if that completed. */
  readonly claim: (tx: Transaction) => Promise<void>
  /**
   * Stores the answer with the effect, when the transaction commits. Throws AnsweredMeanwhile for a
   * request that was only judged.
   */
  readonly store: (tx: Transaction, answer: ReplayedAnswer) => void
}

/** The role in an organization with which somebody acts; null for a guest. */
export interface Standing {
  readonly organizationId: string
  readonly role: string | null
}

/** The role that a caller has now; undefined for outsiders and members who are not let in. */
export type FindRole = (
  db: Queryable,
  of: { readonly organizationId: string; readonly caller: Caller },
) => Promise<string | null | undefined>

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
  /** Tokens of one user differ in what they may do, so an answer belongs to the one that got it. */
  readonly caller: Caller
  readonly key: string
  /** Method, full path with query, and body: a different request must not reuse the key. */
  readonly fingerprint: string
  readonly findRole: FindRole
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
  { caller, key, fingerprint, findRole }: KeyOfRequest,
): IdempotencyKey {
  const { userId: principalId, tokenId } = caller
  if (key === '' || key.length > 255) {
    throw invalidRequest('An Idempotency-Key has 1 to 255 characters.')
  }
  const keyHash = hash('sha256', `idempotency-key\n${key}`, 'base64url')
  let isBegun = false
  let judged: ReplayedAnswer | undefined
  let standings: readonly Standing[] = []

  /** Whether the answer may be given as it is: to the token that got it, with the same roles. */
  async function isTheirs(within: Queryable, answer: StoredAnswer): Promise<boolean> {
    if (answer.tokenId !== tokenId) return false
    for (const { organizationId, role } of answer.standings ?? []) {
      const now = await findRole(within, { organizationId, caller })
      if (now !== role) return false
    }
    return true
  }

  async function findIn(within: Queryable): Promise<StoredAnswer | undefined> {
    const stored = await within.first(selectAnswer, { principalId, keyHash })
    if (stored === undefined) return undefined
    if (stored.fingerprint !== fingerprint) throw idempotencyKeyReused()
    return decryptAnswer(key, stored.status, stored.answer)
  }

  return {
    async find() {
      const answer = await findIn(db)
      return answer !== undefined && (await isTheirs(db, answer)) ? answer : undefined
    },
    noteStanding(standing) {
      standings = [...standings, standing]
    },
    findJudged: async () => findIn(db),
    begin() {
      // A second change would find the answer of the first and return it as its own.
      if (isBegun) throw new Error('A request calls change once; this one did so twice')
      isBegun = true
    },
    isBegun: () => isBegun,
    isJudging: () => judged !== undefined,
    async claim(tx) {
      // The second statement is sent without waiting: its snapshot is taken once the lock is held.
      const [, answer] = await Promise.all([
        tx.first(lockKey, { lock: `${principalId}\n${keyHash}` }),
        findIn(tx),
      ])
      if (answer === undefined) return
      if (await isTheirs(tx, answer)) throw new AnsweredMeanwhile(answer)
      judged = answer
    },
    store(tx, answer) {
      if (judged !== undefined) throw new AnsweredMeanwhile(judged)
      const { status } = answer
      const sealed = encryptAnswer(key, { ...answer, tokenId, standings })
      tx.collect(answers, { principalId, keyHash, fingerprint, status, answer: sealed })
    },
  }
}

function answerKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'idempotency-answer', 32))
}

/** An answer with the token that got it. */
interface StoredAnswer extends ReplayedAnswer {
  /** Absent from answers that were stored without it. */
  readonly tokenId?: string
  readonly standings?: readonly Standing[]
}

function encryptAnswer(key: string, answer: StoredAnswer): Buffer {
  const { json, location, tokenId, standings } = answer
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', answerKey(key), iv)
  const text = JSON.stringify({ json, location, tokenId, standings })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function decryptAnswer(key: string, status: number, sealed: Buffer): StoredAnswer {
  const decipher = createDecipheriv('aes-256-gcm', answerKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: it is what encryptAnswer wrote
  const answer = JSON.parse(text.toString()) as Omit<StoredAnswer, 'status'>
  return { ...answer, status }
}
