import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Session } from '#/platform/database/session.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

export interface StoredEvent {
  readonly organizationId: string
  readonly id: string
  readonly occurredAt: string
  readonly type: string
  readonly subject: string
  readonly payload: unknown
}

/** A receiver of events. Deliveries of one subject come in order, at least once. */
export interface EventSubscriber {
  readonly name: string
  readonly wants: (type: string) => boolean
  readonly deliver: (event: StoredEvent, services: Services) => Promise<void>
}

interface Delivery {
  readonly subscriber: string
  readonly organizationId: string
  readonly eventId: string
  readonly occurredAt: string
}

const batchMax = 500
const pollMs = 1_000
const lockName = 'event-relay'

const claimPending = statement<
  { limit: number },
  { id: string; organization_id: string; occurred_at: string }
>(
  'event.claim',
  ({ limit }) => sql`
    delete from event_pending
    where id in (select id from event_pending order by occurred_at, id limit ${limit})
    returning id, organization_id, occurred_at`,
)

// Selects events, each by its key: given lists of times and ids, a planner without statistics on
// the newest partition would read all events of the organization.
export const selectEvents = statement<
  { organizationId: string; ids: string[]; times: string[] },
  Omit<StoredEvent, 'organizationId' | 'occurredAt'> & { readonly occurred_at: string }
>(
  'event.select',
  (p) => sql`
    select e.id, e.type, e.subject, e.payload, e.occurred_at
    from unnest(${p.ids}::text[], ${p.times}::timestamptz[]) as wanted (id, occurred_at)
    cross join lateral (
      select id, type, subject, payload, occurred_at from event
      where organization_id = ${p.organizationId}
        and occurred_at = wanted.occurred_at and id = wanted.id
      limit 1
    ) as e
    order by e.occurred_at, e.id`,
)

/**
 * Turns committed events into deliveries. One worker at a time does it, holding a lock on the very
 * connection its transactions run on: losing the connection loses both, so order cannot break.
 */
export function startRelay(
  services: Services,
  subscribers: readonly EventSubscriber[],
): { wake: () => void; stop: () => Promise<void> } {
  const { log } = services
  const stopping = new AbortController()
  let woken = Promise.withResolvers<undefined>()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let session: Session | undefined
      try {
        session = await services.db.session()
        await lead(session)
      } catch (error) {
        log.warn({ err: error }, 'event relay lost its connection')
      } finally {
        await session?.close().catch(() => undefined)
      }
      await pause()
    }
  }

  async function lead(session: Session): Promise<void> {
    while (!(await session.tryLock(lockName))) {
      await pause()
      if (stopping.signal.aborted) return
    }
    while (!stopping.signal.aborted) {
      const relayed = await session.transaction(async (tx) => relayBatch(tx, subscribers))
      services.metrics.eventsRelayed(relayed)
      if (relayed < batchMax) await pause()
    }
  }

  async function pause(): Promise<void> {
    const timer = new AbortController()
    const signal = AbortSignal.any([timer.signal, stopping.signal])
    await Promise.race([
      woken.promise,
      sleep(pollMs, undefined, { signal }).catch(() => undefined),
    ])
    timer.abort()
    woken = Promise.withResolvers()
  }

  const running = run()
  return {
    wake: () => woken.resolve(undefined),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function relayBatch(
  tx: Transaction,
  subscribers: readonly EventSubscriber[],
): Promise<number> {
  const claimed = await tx.many(claimPending, { limit: batchMax })
  if (subscribers.length === 0) return claimed.length
  const perOrganization = Map.groupBy(claimed, (pending) => pending.organization_id)
  for (const [organizationId, pending] of perOrganization) {
    const events = await tx.many(selectEvents, {
      organizationId,
      ids: pending.map(({ id }) => id),
      times: pending.map(({ occurred_at }) => occurred_at),
    })
    for (const event of events) {
      for (const subscriber of subscribers.filter(({ wants }) => wants(event.type))) {
        enqueue(
          tx,
          deliverEvent([subscriber]),
          {
            subscriber: subscriber.name,
            organizationId,
            eventId: event.id,
            occurredAt: event.occurred_at,
          },
          { key: `${subscriber.name} ${organizationId} ${event.subject}` },
        )
      }
    }
  }
  return claimed.length
}

/** The job that delivers one event to one subscriber. */
export function deliverEvent(subscribers: readonly EventSubscriber[]) {
  return job<Delivery>('events.deliver', { ordered: true, retriesMax: 3 }, deliver)

  async function deliver(
    { subscriber, organizationId, eventId, occurredAt }: Delivery,
    services: Services,
  ): Promise<void> {
    const receiver = subscribers.find(({ name }) => name === subscriber)
    if (receiver === undefined) return // no longer subscribed
    const event = await services.db.first(selectEvents, {
      organizationId,
      ids: [eventId],
      times: [occurredAt],
    })
    if (event === undefined) return // older than the event log is kept
    const { id, type, subject, payload, occurred_at } = event
    await receiver.deliver(
      { organizationId, id, type, subject, payload, occurredAt: occurred_at },
      services,
    )
  }
}
