import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'

const devicesMax = 50

interface OfDevice {
  readonly hash: string
}

const selectKnownDevice = statement(
  'known-device.select',
  (p: OfDevice & { email: string }) =>
    sqlBuilder
      .selectFrom('known_device as d')
      .innerJoin('account_email as e', 'e.account_id', 'd.account_id')
      .select('d.account_id')
      .where('d.hash', '=', p.hash)
      .where('e.email', '=', p.email),
)

const upsertKnownDevice = statement(
  'known-device.upsert',
  (p: OfDevice & { accountId: string; now: string }) =>
    sqlBuilder
      .insertInto('known_device')
      .values({ hash: p.hash, account_id: p.accountId, last_used_at: p.now })
      .onConflict((oc) =>
        oc
          .columns(['hash', 'account_id'])
          .doUpdateSet((eb) => ({ last_used_at: eb.ref('excluded.last_used_at') })),
      ),
)

const selectNow = statement<object, { now: string }>(
  'known-device.now',
  () => sql`select now()`,
)

const selectOldestDevices = statement(
  'known-device.oldest',
  (p: { accountId: string; kept: number }) =>
    sqlBuilder
      .selectFrom('known_device')
      .select('hash')
      .where('account_id', '=', p.accountId)
      .orderBy('last_used_at', 'desc')
      .orderBy('hash')
      .offset(p.kept),
)

const deleteDevicesOf = statement(
  'known-device.delete-of',
  (p: { accountId: string; hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('known_device')
      .where('account_id', '=', p.accountId)
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`),
)

export const deleteAllDevicesOf = statement(
  'known-device.delete-all-of',
  (p: { accountId: string }) =>
    sqlBuilder.deleteFrom('known_device').where('account_id', '=', p.accountId),
)

/** Whether the account that has an address was signed in with a browser before. */
export async function isKnownDevice(
  db: Queryable,
  device: OfDevice & { readonly email: string },
): Promise<boolean> {
  return (await db.first(selectKnownDevice, device)) !== undefined
}

/** Remembers that an account is signed in with a browser; an account has 50 such browsers at most. */
export async function rememberDevice(
  tx: Transaction,
  { hash, accountId }: OfDevice & { readonly accountId: string },
): Promise<void> {
  const [moment, oldest] = await Promise.all([
    tx.first(selectNow, {}),
    tx.many(selectOldestDevices, { accountId, kept: devicesMax - 1 }),
  ])
  const hashes = oldest.map((row) => row.hash).filter((each) => each !== hash)
  if (hashes.length > 0) await tx.run(deleteDevicesOf, { accountId, hashes })
  await tx.run(upsertKnownDevice, { hash, accountId, now: written(moment).now })
}

const unused = sql<boolean>`last_used_at < now() - interval '400 days'`

export const selectUnusedDevices = statement(
  'known-device.unused',
  (p: { rowsMax: number }) =>
    sqlBuilder.selectFrom('known_device').select('hash').where(unused).limit(p.rowsMax),
)

export const deleteUnusedDevices = statement(
  'known-device.delete-unused',
  (p: { hashes: string[] }) =>
    sqlBuilder
      .deleteFrom('known_device')
      .where(sql<boolean>`hash = any(${p.hashes}::text[])`)
      .where(unused),
)
