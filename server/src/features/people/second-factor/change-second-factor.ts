import { requireFreshSignIn } from '#/access/session.ts'
import {
  addressOf,
  type Changing as ChangingMethods,
  settleChange,
} from '#/features/people/sign-in-methods/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Services } from '#/platform/services.ts'

import { appUrlOf, stepOfCode } from './app-codes.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { codeWrong, noSecondFactor } from './second-factor-errors.ts'
import { makeOffer, openOffer } from './second-factor-offer.ts'
import {
  deleteRecoveryCodes,
  deleteSecondFactor,
  insertRecoveryCodes,
  selectCodeMoment,
  selectSecondFactor,
  upsertSecondFactor,
} from './second-factor-queries.ts'
import { secondFactorSecrets } from './second-factor-secrets.ts'

type Changing = ChangingMethods & Pick<Services, 'sealer'>

export interface Offer {
  readonly offer: string
  readonly secret: string
  readonly appUrl: string
}

/** New recovery codes, which are in no other place, and the cookie of the session. */
interface WithCodes {
  readonly codes: readonly string[]
  readonly cookie: string | undefined
}

/** A secret for an app of the caller. Nothing changes before the app has shown a code. */
export async function offerFactor(tx: Transaction, context: Changing): Promise<Offer> {
  const { config, sealer, caller } = context
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  const { userId: accountId, tokenId: sessionId } = caller
  const made = makeOffer(sealer, { accountId, sessionId }, await nowMsOf(tx))
  const email = await addressOf(tx, accountId)
  const { secret } = made
  return { ...made, appUrl: appUrlOf({ secret, email, publicUrl: config.PUBLIC_URL }) }
}

/** An offer as it was made, to be shown again; undefined for one that is over. */
export async function reopenOffer(
  tx: Transaction,
  { config, sealer, caller }: Changing,
  offer: string,
): Promise<Offer | undefined> {
  const { userId: accountId, tokenId: sessionId } = caller
  const nowMs = await nowMsOf(tx)
  const secret = openOffer(sealer, { accountId, sessionId, offer }, nowMs)
  if (secret === undefined) return undefined
  const email = await addressOf(tx, accountId)
  return {
    offer,
    secret,
    appUrl: appUrlOf({ secret, email, publicUrl: config.PUBLIC_URL }),
  }
}

/** Sets what was offered, once the app has shown a code of it, which is used up by that. */
export async function setFactor(
  tx: Transaction,
  context: Changing,
  { offer, code }: { readonly offer: string; readonly code: string },
): Promise<WithCodes> {
  const { sealer, caller } = context
  const { userId: accountId, tokenId: sessionId } = caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  const nowMs = await nowMsOf(tx)
  const secret = openOffer(sealer, { accountId, sessionId, offer }, nowMs)
  const usedStep = secret === undefined ? undefined : stepOfCode(secret, code, nowMs)
  if (secret === undefined || usedStep === undefined) throw codeWrong()
  const sealed = sealer.seal(secret, secondFactorSecrets.scopeOf(accountId))
  await tx.run(upsertSecondFactor, { accountId, sealed, usedStep })
  const codes = await renewCodes(tx, accountId)
  return { codes, cookie: await settleChange(tx, context, 'second-factor-set') }
}

/** Replaces the recovery codes of the caller. */
export async function replaceCodes(
  tx: Transaction,
  context: Changing,
): Promise<WithCodes> {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  if ((await tx.first(selectSecondFactor, { accountId })) === undefined) {
    throw noSecondFactor()
  }
  const codes = await renewCodes(tx, accountId)
  return { codes, cookie: await settleChange(tx, context, 'recovery-codes-replaced') }
}

/** Removes the second factor of the caller, with its recovery codes. */
export async function removeFactor(
  tx: Transaction,
  context: Changing,
): Promise<string | undefined> {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  if ((await tx.first(selectSecondFactor, { accountId })) === undefined) return undefined
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  await tx.run(deleteRecoveryCodes, { accountId })
  await tx.run(deleteSecondFactor, { accountId })
  return settleChange(tx, context, 'second-factor-removed')
}

async function renewCodes(
  tx: Transaction,
  accountId: string,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => hashOfRecoveryCode(code) ?? [])
  await tx.run(deleteRecoveryCodes, { accountId })
  await tx.run(insertRecoveryCodes, { accountId, hashes })
  return codes
}

async function nowMsOf(tx: Transaction): Promise<number> {
  return Date.parse(written(await tx.first(selectCodeMoment, {})).now)
}
