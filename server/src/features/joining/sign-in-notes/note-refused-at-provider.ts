import { written } from '#/platform/database/written.ts'
import { audit } from '#/platform/outbox/outbox.ts'
import type { Services } from '#/platform/services.ts'

import type { Means } from './note-sign-in.ts'
import { selectNoteMoment } from './note-queries.ts'
import { type Origin, placeOf } from './origin.ts'
import { isFull, refused, unknownActor } from './write-note.ts'

// Strangers can send an organization's provider page whatever they like, for ever.
const refusalsMax = 5

interface RefusedAtProvider {
  readonly organizationId: string
  readonly by: Means
  readonly provider: string
  /** What kind of provider it is, as the log names its changes. */
  readonly providerKind: string
  readonly reason: string
  /** The member who was turned away; undefined while it is not known who somebody is. */
  readonly accountId?: string | undefined
}

/** Notes that somebody who came from an organization's identity provider was not let in. */
export async function noteRefusedAtProvider(
  { db, log }: Pick<Services, 'db' | 'log'>,
  origin: Origin,
  { organizationId, accountId, providerKind, ...why }: RefusedAtProvider,
): Promise<void> {
  const { address, requestId } = origin
  log.info({ ...why, organizationId, address, requestId }, 'a sign-in was refused')
  const target =
    accountId === undefined
      ? { targetKind: providerKind, targetId: why.provider }
      : { targetKind: 'member', targetId: accountId }
  await db.transaction(async (tx) => {
    const { now: at } = written(await tx.first(selectNoteMoment, {}))
    const { targetId } = target
    const { reason } = why
    if (await isFull(tx, { organizationId, targetId, reason, at }, refusalsMax)) return
    audit(tx, {
      organizationId,
      action: refused,
      actorId: accountId ?? unknownActor,
      ...target,
      requestId,
      details: { ...why, ...placeOf(origin) },
    })
  }, organizationId)
}
