import { maySignUp } from '#/features/joining/sign-in/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

interface Newcomer {
  /** An address that is proven to be theirs. */
  readonly email: string
  readonly displayName: string
}

/**
 * Opens an account, and does in the same transaction what follows from it; undefined where the
 * address may have none, or has one by now.
 */
export async function openAccount<T>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  newcomer: Newcomer,
  then: (tx: Transaction, accountId: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction(async (tx) => {
      if (!(await maySignUp(tx, config, newcomer.email))) return undefined
      return then(tx, await createAccount(tx, { ...newcomer, isVerified: true }))
    })
  } catch (error) {
    // A concurrent request has opened it.
    if (isUniqueViolation(error, 'account_email_pkey')) return undefined
    throw error
  }
}
