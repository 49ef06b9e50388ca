import { lockAccount } from '#/features/people/users/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { selectAccountOfAddress, selectPassword } from './method-queries.ts'
import { normalPassword } from './password-rules.ts'

/** A password that was right, of an account. */
export interface Proof {
  readonly accountId: string
  readonly hash: string
}

interface Guess {
  readonly email: string
  readonly password: string
}

/** What came of a guess. */
interface Verified {
  /** Whose address it is; undefined where it is nobody's. */
  readonly accountId: string | undefined
  /** Undefined where address and password do not belong together. */
  readonly proof: Proof | undefined
}

/**
 * Looks whose address and password somebody typed. The work is the same for an address without an
 * account, and for an account without a password.
 */
export async function verifyPassword(
  db: Queryable,
  { passwords }: Pick<Services, 'passwords'>,
  { email, password }: Guess,
): Promise<Verified> {
  const accountId = await findAccountOf(db, email)
  const hash = (await db.first(selectPassword, { accountId: accountId ?? '' }))?.hash
  const isRight = await passwords.verify(normalPassword(password), hash)
  const isProven = isRight && accountId !== undefined && hash !== undefined
  return { accountId, proof: isProven ? { accountId, hash } : undefined }
}

/** The account that has an address. */
export async function findAccountOf(
  db: Queryable,
  email: string,
): Promise<string | undefined> {
  return (await db.first(selectAccountOfAddress, { email }))?.account_id
}

/**
 * Whether the password is still the one that was right. The account stays locked until the end of
 * the transaction, so that nobody signs in with a password that is being changed.
 */
export async function isStillRight(
  tx: Transaction,
  { accountId, hash }: Proof,
): Promise<boolean> {
  await tx.first(lockAccount, { userId: accountId })
  return (await tx.first(selectPassword, { accountId }))?.hash === hash
}
