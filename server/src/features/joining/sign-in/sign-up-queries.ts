import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

export const selectAccountOfEmail = statement('sign-up.account', (p: { email: string }) =>
  sqlBuilder
    .selectFrom('account_email')
    .select('account_id')
    .where('email', '=', p.email),
)

export const selectNowMs = statement<object, { now_ms: number }>(
  'sign-up.now',
  () => sql`select (extract(epoch from now()) * 1000)::float8 as now_ms`,
)
