import { hash } from 'node:crypto'

import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { mailboxOf } from '#/platform/mail/mailbox.ts'

import { isKnownDevice } from './devices.ts'

interface Attempt {
  /** Who tries, or as whom; a digest, no address. */
  readonly subject: string
  /** The most attempts in a quarter of an hour; 0 is no limit. */
  readonly attemptsMax: number
}

const quarter = sql`date_bin('15 minutes', now(), timestamptz '2000-01-01 00:00Z')`

// One too many is counted, too, so that it can be told from all others.
const addAttempt = statement(
  'sign-in-attempt.add',
  (p: Attempt) => sql<{ attempts: number }>`
    insert into sign_in_attempt as held (subject, starts_at, attempts)
    values (${p.subject}, ${quarter}, 1)
    on conflict (subject, starts_at) do update set attempts = held.attempts + excluded.attempts
    where held.attempts <= ${p.attemptsMax}::integer
    returning attempts`,
)

/** Whether an attempt may be looked at, and otherwise whether it is the first that may not. */
type Counted = 'counted' | 'one-too-many' | 'too-many'

async function countAttempt(tx: Transaction, attempt: Attempt): Promise<Counted> {
  if (attempt.attemptsMax === 0) return 'counted'
  const row = await tx.first(addAttempt, attempt)
  if (row === undefined) return 'too-many'
  return row.attempts <= attempt.attemptsMax ? 'counted' : 'one-too-many'
}

/** Counts an attempt for the network address that it comes from. */
export async function countForAddress(
  tx: Transaction,
  address: string,
  attemptsMax: number,
): Promise<boolean> {
  const subject = `from:${digestOf(address)}`
  return (await countAttempt(tx, { subject, attemptsMax })) === 'counted'
}

// A whole office comes from one address in the morning, and nothing is guessed here.
const timesForSso = 40

/** Counts a sign-in that is begun at an identity provider, for the network address it comes from. */
export async function countBeginning(
  tx: Transaction,
  address: string,
  attemptsMax: number,
): Promise<boolean> {
  const subject = `sso-from:${digestOf(address)}`
  const most = attemptsMax * timesForSso
  return (await countAttempt(tx, { subject, attemptsMax: most })) === 'counted'
}

interface Target {
  /** The address that somebody typed, whether an account has it or not. */
  readonly email: string
  readonly deviceHash: string | undefined
}

/**
 * Who an attempt counts for: the account that it aims at, but where that account was signed in with
 * this browser before: such a browser has attempts of its own, which nobody else can use up.
 */
export async function subjectOf(tx: Transaction, target: Target): Promise<string> {
  return subjectFor(tx, target, target.email)
}

/**
 * Who a mail counts for: the mailbox that it goes to, by whatever tag, since anybody types any tag;
 * known browsers have mails of their own, as they have attempts.
 */
export async function mailSubjectOf(tx: Transaction, target: Target): Promise<string> {
  return subjectFor(tx, target, mailboxOf(target.email))
}

async function subjectFor(
  tx: Transaction,
  { email, deviceHash }: Target,
  counted: string,
): Promise<string> {
  const isKnown =
    deviceHash !== undefined && (await isKnownDevice(tx, { email, hash: deviceHash }))
  const subject = `to:${digestOf(counted)}`
  return isKnown ? `${subject}:${deviceHash.slice(0, 32)}` : subject
}

/** Counts an attempt for whom it counts for. */
export async function countForAccount(
  tx: Transaction,
  subject: string,
  attemptsMax: number,
): Promise<Counted> {
  return countAttempt(tx, { subject, attemptsMax })
}

function digestOf(text: string): string {
  return hash('sha256', text, 'hex')
}

const over = sql<boolean>`starts_at < now() - interval '1 hour'`

export const selectOldAttempts = statement(
  'sign-in-attempt.old',
  (p: { rowsMax: number }) =>
    sqlBuilder
      .selectFrom('sign_in_attempt')
      .select('subject')
      .where(over)
      .limit(p.rowsMax),
)

export const deleteOldAttempts = statement(
  'sign-in-attempt.delete-old',
  (p: { subjects: string[] }) =>
    sqlBuilder
      .deleteFrom('sign_in_attempt')
      .where(sql<boolean>`subject = any(${p.subjects}::text[])`)
      .where(over),
)
