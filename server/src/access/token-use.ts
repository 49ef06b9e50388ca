import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Caller } from '#/platform/http/caller.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'
import { audit } from '#/platform/outbox/outbox.ts'
import type { Services } from '#/platform/services.ts'

const touchToken = statement('access.touch-token', (p: { hash: string }) =>
  sqlBuilder
    .updateTable('api_token')
    .set({ last_used_at: sql`now()` })
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    ),
)

interface TokenForEmergencies {
  readonly id: string
  readonly account_id: string
  readonly organization_id: string
}

// Selects a token for emergencies at its first use after an hour of rest.
const selectRestedEmergencyToken = statement(
  'access.rested-emergency-token',
  (p: { hash: string }) => sql<TokenForEmergencies>`
    select id, account_id, organization_id from api_token
    where hash = ${p.hash} and breaks_glass and organization_id is not null
      and (last_used_at is null or last_used_at < now() - interval '1 hour')
    for update`,
)

/** Writes when a token was used last, and in the audit log that one for emergencies is in use. */
export async function noteUseOfToken(db: Database, hash: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [rested] = await Promise.all([
      tx.first(selectRestedEmergencyToken, { hash }),
      tx.run(touchToken, { hash }),
    ])
    if (rested === undefined) return
    audit(tx, {
      organizationId: rested.organization_id,
      action: 'emergency_token_used',
      actorId: rested.account_id,
      targetKind: 'api-token',
      targetId: rested.id,
      requestId: '',
      details: {},
    })
  })
}

/** Writes the use of a token for emergencies where the api could not. */
export const noteTokenUse = job<{ hash: string }>(
  'access.note-token-use',
  { retriesMax: 20 },
  async ({ hash }, { db }) => noteUseOfToken(db, hash),
)

interface Use {
  readonly hash: string
  readonly caller: Caller
}

const pausesMs = [0, 1_000, 5_000, 30_000, 120_000, 600_000]

/**
 * Writes the use of a token for emergencies, or has a job write it: the token lets in also while the
 * audit log cannot be written, and no use may be missing there.
 */
export async function noteUseSurely(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { hash, caller: { userId, tokenId, breaksGlassOf } }: Use,
): Promise<void> {
  try {
    await noteUseOfToken(db, hash)
  } catch (error) {
    const use = { userId, tokenId, organizationId: breaksGlassOf }
    log.error({ err: error, ...use }, 'the use of a token for emergencies was not noted')
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs, undefined, { ref: false })
      const isEnqueued = await db
        .transaction(async (tx) => enqueue(tx, noteTokenUse, { hash }))
        .then(() => true)
        .catch(() => false)
      if (isEnqueued) return
    }
    log.error(use, 'the use of a token for emergencies is in this log alone')
  }
}
