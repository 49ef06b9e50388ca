import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

interface Mails {
  /** Who causes or gets the mails, such as `invites-by:Xy…`; ids and digests, no addresses. */
  readonly subject: string
  readonly mails: number
  /** The most mails in a day, by UTC; 0 is no limit. */
  readonly mailsMax: number
}

const addMails = statement(
  'mail-count.add',
  (p: Mails) => sql`
    insert into mail_count as held (subject, day, mails)
    values (${p.subject}, date_trunc('day', now(), 'UTC'), ${p.mails}::integer)
    on conflict (subject, day) do update set mails = held.mails + excluded.mails
    where held.mails + excluded.mails <= ${p.mailsMax}::integer`,
)

/** Counts mails of today; false, with none of them counted, when that would be too many. */
export async function countMails(tx: Transaction, mails: Mails): Promise<boolean> {
  if (mails.mails === 0 || mails.mailsMax === 0) return true
  if (mails.mails > mails.mailsMax) return false
  return (await tx.count(addMails, mails)) > 0
}

const beforeYesterday = sql`date_trunc('day', now(), 'UTC') - interval '1 day'`

const selectOldCounts = statement<{ rowsMax: number }, { subject: string }>(
  'mail-count.old',
  (p) => sql`
    select subject from mail_count where day < ${beforeYesterday} limit ${p.rowsMax}::integer`,
)

const deleteOldCounts = statement(
  'mail-count.delete-old',
  (p: { subjects: string[] }) => sql`
    delete from mail_count
    where subject = any(${p.subjects}::text[]) and day < ${beforeYesterday}`,
)

export const sweepMailCounts = job<object>(
  'platform.sweep-mail-counts',
  { schedule: '11 3 * * *' },
  async (_payload, { db }) =>
    sweepRows(db, {
      select: selectOldCounts,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldCounts, { subjects: rows.map(({ subject }) => subject) }),
    }),
)

/** The seconds until mails are counted from zero again. */
export function secondsUntilTomorrow(now: Date): number {
  const dayMs = 86_400_000
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000)
}
