import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAccount {
  readonly accountId: string
}

export const selectSecondFactor = statement('second-factor.select', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('second_factor')
    .select(['sealed', 'set_at'])
    .where('account_id', '=', p.accountId),
)

export const countRecoveryCodes = statement('second-factor.codes-left', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', p.accountId),
)

export const selectCodeMoment = statement<object, { now: string }>(
  'second-factor.moment',
  () => sql`select now()`,
)

export const upsertSecondFactor = statement(
  'second-factor.set',
  (p: OfAccount & { sealed: string; usedStep: number }) =>
    sqlBuilder
      .insertInto('second_factor')
      .values({
        account_id: p.accountId,
        sealed: p.sealed,
        used_step: p.usedStep,
        set_at: sql`now()`,
      })
      .onConflict((oc) =>
        oc.column('account_id').doUpdateSet((eb) => ({
          sealed: eb.ref('excluded.sealed'),
          used_step: eb.ref('excluded.used_step'),
          set_at: eb.ref('excluded.set_at'),
        })),
      ),
)

/** Notes that the code of a half minute was taken; nothing changes where it was taken before. */
export const useStep = statement(
  'second-factor.use-step',
  (p: OfAccount & { step: number }) =>
    sqlBuilder
      .updateTable('second_factor')
      .set({ used_step: p.step })
      .where('account_id', '=', p.accountId)
      .where('used_step', '<', p.step),
)

export const deleteSecondFactor = statement('second-factor.delete', (p: OfAccount) =>
  sqlBuilder.deleteFrom('second_factor').where('account_id', '=', p.accountId),
)

export const insertRecoveryCodes = statement(
  'second-factor.insert-codes',
  (p: OfAccount & { hashes: readonly string[] }) => sql`
    insert into recovery_code (account_id, hash)
    select ${p.accountId}, h from unnest(${p.hashes}::text[]) as h`,
)

export const deleteRecoveryCodes = statement(
  'second-factor.delete-codes',
  (p: OfAccount) =>
    sqlBuilder.deleteFrom('recovery_code').where('account_id', '=', p.accountId),
)

/** Uses a recovery code up: only one of several concurrent attempts deletes the row. */
export const deleteRecoveryCode = statement(
  'second-factor.use-code',
  (p: OfAccount & { hash: string }) =>
    sqlBuilder
      .deleteFrom('recovery_code')
      .where('account_id', '=', p.accountId)
      .where('hash', '=', p.hash),
)
