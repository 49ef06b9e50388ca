import { notificationKinds } from '@lectern/contract/notifications.ts'
import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export interface PreferenceRow {
  readonly muted: readonly string[]
  readonly digest: string
  readonly version: number
}

/** The preferences of a user who never changed them; the first stored row has version 2. */
export const unchanged: PreferenceRow = { muted: [], digest: 'collected', version: 1 }

type OfAccount = Readonly<{ accountId: string }>

export const selectPreference = statement(
  'notification-preference.select',
  (p: OfAccount) => sql<PreferenceRow>`
    select muted, digest, version from notification_preference
    where account_id = ${p.accountId}`,
)

export const upsertPreference = statement(
  'notification-preference.upsert',
  (p: OfAccount & { muted: readonly string[]; digest: string }) => sql<PreferenceRow>`
    insert into notification_preference as held (account_id, muted, digest, version)
    values (${p.accountId}, ${p.muted}::text[], ${p.digest}, 2)
    on conflict (account_id) do update
      set muted = excluded.muted, digest = excluded.digest, version = held.version + 1
    returning muted, digest, version`,
)

// No query may stand here: a cluster has none in ON CONFLICT.
const mutedEither = notificationKinds.toSorted().map((kind) => {
  const name = sql.lit(kind)
  return sql`case when ${name} = any (held.muted || excluded.muted) then ${name} end`
})

/** Adds muted kinds to those muted before; no row when the account is gone. */
export const muteKinds = statement(
  'notification-preference.mute',
  (p: OfAccount & { kinds: readonly string[] }) => sql<{ account_id: string }>`
    insert into notification_preference as held (account_id, muted, version)
    select a.id, ${p.kinds}::text[], 2 from account as a where a.id = ${p.accountId}
    on conflict (account_id) do update
      set muted = array_remove(array[${sql.join(mutedEither)}], null),
        version = held.version + 1
    returning account_id`,
)
