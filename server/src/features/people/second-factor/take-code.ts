import { tellOfRecoveryCode } from '#/features/people/sign-in-methods/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Services } from '#/platform/services.ts'

import { stepOfCode } from './app-codes.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import {
  deleteRecoveryCode,
  selectCodeMoment,
  selectSecondFactor,
  useStep,
} from './second-factor-queries.ts'
import { secondFactorSecrets } from './second-factor-secrets.ts'

/** Whether an account is asked for a code. */
export async function hasSecondFactor(
  db: Queryable,
  accountId: string,
): Promise<boolean> {
  return (await db.first(selectSecondFactor, { accountId })) !== undefined
}

export type TakenCode = 'app' | 'recovery-code'

interface Typed {
  readonly accountId: string
  /** A code of the app or a recovery code. */
  readonly code: string
}

/**
 * What kind of code it is that is right and was never taken before, and is used up by this; undefined
 * for any other. The account is locked by the caller.
 */
export async function takeCode(
  tx: Transaction,
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  { accountId, code }: Typed,
): Promise<TakenCode | undefined> {
  const factor = await tx.first(selectSecondFactor, { accountId })
  if (factor === undefined) return undefined
  const hash = hashOfRecoveryCode(code)
  if (hash !== undefined) {
    const isRight = (await tx.count(deleteRecoveryCode, { accountId, hash })) > 0
    if (isRight) tellOfRecoveryCode(tx, { clock }, accountId)
    return isRight ? 'recovery-code' : undefined
  }
  const scope = secondFactorSecrets.scopeOf(accountId)
  const secret = sealer.unseal(factor.sealed, scope).toString()
  const { now } = written(await tx.first(selectCodeMoment, {}))
  const step = stepOfCode(secret, code, Date.parse(now))
  if (step === undefined) return undefined
  return (await tx.count(useStep, { accountId, step })) > 0 ? 'app' : undefined
}
