import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

export interface FirstRunRow {
  readonly nonce: string
  /** Whether the link that is made from the nonce is still good, as far as its age goes. */
  readonly is_fresh: boolean
  readonly is_closed: boolean
  readonly has_account: boolean
}

const theOne = 'first'

export const selectFirstRun = statement(
  'first-run.select',
  (_p: object) => sql<FirstRunRow>`
    select nonce, issued_at > now() - interval '1 day' as is_fresh,
      closed_at is not null as is_closed, exists (select from account) as has_account
    from first_run where id = ${sql.lit(theOne)}`,
)

/** Makes all who would change the first run wait for each other. */
export const lockFirstRun = statement('first-run.lock', (_p: object) =>
  sqlBuilder
    .selectFrom('first_run')
    .select('id')
    .where('id', '=', sql.lit(theOne))
    .forUpdate(),
)

export const insertFirstRun = statement('first-run.insert', (p: { nonce: string }) =>
  sqlBuilder
    .insertInto('first_run')
    .values({ id: sql.lit(theOne), nonce: p.nonce })
    .onConflict((conflict) => conflict.doNothing()),
)

export const renewFirstRun = statement('first-run.renew', (p: { nonce: string }) =>
  sqlBuilder
    .updateTable('first_run')
    .set({ nonce: p.nonce, issued_at: sql`now()` })
    .where('id', '=', sql.lit(theOne)),
)

/** Ends the first run for ever, also where no api has begun it. */
export const closeFirstRun = statement(
  'first-run.close',
  (_p: object) => sql`
    insert into first_run as held (id, nonce, closed_at)
    select ${sql.lit(theOne)}, 'none', clock.at from (select now() as at) as clock
    on conflict (id) do update set closed_at = excluded.closed_at
    where held.closed_at is null`,
)
