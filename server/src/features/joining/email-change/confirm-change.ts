import { noteEmailChanged, type Origin } from '#/features/joining/sign-in-notes/public.ts'
import { proveAddress } from '#/features/joining/sign-in/public.ts'
import { closeLinksTo } from '#/features/joining/welcome-links/public.ts'
import {
  deletePendingEmailChange,
  endSessionsOf,
  renewSession,
} from '#/features/people/sessions/public.ts'
import { lockAccount, refreshSearchTexts } from '#/features/people/users/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { SessionOfCaller } from '#/platform/http/caller.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import type { LinkedChange } from './change-link.ts'
import { sendEmailNotice } from './email-change-jobs.ts'
import {
  selectChange,
  updateAccountEmail,
  updateAddress,
  updateDone,
  updateFormerConfirmed,
  updateNewConfirmed,
} from './email-change-queries.ts'
import { maskedAddress } from './masked-address.ts'

/** A change that waits to be confirmed. */
export interface WaitingChange {
  readonly formerEmail: string
  readonly newEmail: string
  readonly isFormerConfirmed: boolean
  readonly isNewConfirmed: boolean
}

/** The change that a link is about; undefined for one that is over. Looking changes nothing. */
export async function findWaiting(
  db: Queryable,
  { accountId, changeId }: Omit<LinkedChange, 'side'>,
): Promise<WaitingChange | undefined> {
  const row = await db.first(selectChange, { accountId, changeId })
  return (
    row && {
      formerEmail: row.former_email,
      newEmail: row.new_email,
      isFormerConfirmed: row.former_confirmed_at !== null,
      isNewConfirmed: row.new_confirmed_at !== null,
    }
  )
}

/** Whether the side of a link is confirmed already: each is once. */
export function isConfirmed(
  { isFormerConfirmed, isNewConfirmed }: WaitingChange,
  { side }: Pick<LinkedChange, 'side'>,
): boolean {
  if (side === 'withdraw') return false
  return side === 'former' ? isFormerConfirmed : isNewConfirmed
}

/** Whoever confirms: the account itself, in a browser that is signed in to all of it. */
export interface Confirming {
  readonly session: SessionOfCaller
  readonly origin: Origin
}

type Confirmed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'done'
      readonly email: string
      readonly cookies: readonly string[]
    }

type Confirm = Pick<Services, 'config' | 'log'>

/** Confirms one address of a change; with the second one the address of the account changes. */
export async function confirmChange(
  services: Confirm & Pick<Services, 'db'>,
  linked: LinkedChange,
  confirming: Confirming,
): Promise<Confirmed> {
  const { db } = services
  const { accountId } = linked
  try {
    return await db.transaction(async (tx) => confirm(tx, services, linked, confirming))
  } catch (error) {
    // Another account has taken the address meanwhile: nothing of this one is left to confirm.
    if (!isUniqueViolation(error, 'account_email_pkey')) throw error
    await db.transaction(async (tx) => {
      await tx.first(lockAccount, { userId: accountId })
      await tx.run(deletePendingEmailChange, { accountId })
    })
    return { kind: 'taken' }
  }
}

async function confirm(
  tx: Transaction,
  services: Confirm,
  linked: LinkedChange,
  // oxlint-disable-next-line max-params -- a transaction, the services, what is confirmed, and by whom
  confirming: Confirming,
): Promise<Confirmed> {
  const { accountId, changeId, side } = linked
  await tx.first(lockAccount, { userId: accountId })
  const waiting = await findWaiting(tx, linked)
  if (waiting === undefined || isConfirmed(waiting, linked)) return { kind: 'gone' }
  const isFormer = side === 'former'
  await tx.run(isFormer ? updateFormerConfirmed : updateNewConfirmed, {
    accountId,
    changeId,
  })
  // A mail to the address was opened: an account that had no owner yet has one now.
  if (isFormer) await proveAddress(tx, waiting.formerEmail)
  const isComplete = isFormer ? waiting.isNewConfirmed : waiting.isFormerConfirmed
  if (!isComplete) return { kind: 'waiting' }
  return complete(tx, services, { ...waiting, accountId, changeId }, confirming)
}

type Completed = Omit<LinkedChange, 'side'> & WaitingChange

async function complete(
  tx: Transaction,
  { config, log }: Confirm,
  { accountId, changeId, formerEmail, newEmail }: Completed,
  // oxlint-disable-next-line max-params -- a transaction, the services, what changes, and by whom
  { session, origin }: Confirming,
): Promise<Confirmed> {
  const moved = { accountId, formerEmail, newEmail }
  if ((await tx.count(updateAddress, moved)) === 0) return { kind: 'gone' }
  await tx.run(updateAccountEmail, { accountId, newEmail })
  await tx.run(updateDone, { accountId, changeId })
  await closeLinksTo(tx, formerEmail)
  await endSessionsOf(tx, accountId, { exceptId: session.id })
  enqueue(tx, refreshSearchTexts, { userId: accountId })
  for (const told of ['former', 'new'] as const) {
    enqueue(tx, sendEmailNotice, { accountId, changeId, side: told })
  }
  await noteEmailChanged(tx, origin, {
    accountId,
    formerEmail: maskedAddress(formerEmail),
    newEmail: maskedAddress(newEmail),
  })
  log.info({ accountId }, 'the mail address of an account was changed')
  const renewed = await renewSession(tx, config, { hash: session.hash })
  const cookies = renewed === undefined ? [] : [renewed.cookie]
  return { kind: 'done', email: newEmail, cookies }
}

/** Withdraws a change that its owner did not begin: whoever did is signed out. */
export async function withdrawAsOwner(
  { db, log }: Pick<Services, 'db' | 'log'>,
  linked: LinkedChange,
): Promise<boolean> {
  const { accountId } = linked
  return db.transaction(async (tx) => {
    await tx.first(lockAccount, { userId: accountId })
    if ((await findWaiting(tx, linked)) === undefined) return false
    await endSessionsOf(tx, accountId)
    log.warn(
      { accountId },
      'a change of a mail address was withdrawn as not begun by its owner',
    )
    return true
  })
}
