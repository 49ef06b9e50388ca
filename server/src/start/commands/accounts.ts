import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import { Refusal, UsageError } from './command.ts'

const emailCharactersMax = 254
const displayNameCharactersMax = 64

const selectAccountByEmail = statement(
  'command.account-by-email',
  (p: { email: string }) =>
    sqlBuilder
      .selectFrom('account_email')
      .select('account_id')
      .where('email', '=', p.email),
)

export async function findAccount(
  db: Queryable,
  email: string,
): Promise<string | undefined> {
  return (await db.first(selectAccountByEmail, { email }))?.account_id
}

/** The account that a command is about. */
export async function accountOf(db: Queryable, email: string): Promise<string> {
  const accountId = await findAccount(db, email)
  if (accountId !== undefined) return accountId
  throw new Refusal(
    `No account has the address ${email}. Make one with "lectern-server admin create", or have an admin invite it.`,
  )
}

/** The mail address in its stored form; refuses text that is none. */
export function emailFrom(text: string): string {
  const email = text.trim().toLowerCase()
  if (
    email.length > emailCharactersMax ||
    !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(email)
  ) {
    throw new UsageError(`"${text}" is not a mail address`)
  }
  return email
}

/** A first display name: `ada.lovelace@example.com` becomes Ada Lovelace. */
export function displayNameOf(email: string): string {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+', 1)
  const words = local.split(/[._-]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return (name === '' ? email : name).slice(0, displayNameCharactersMax)
}
