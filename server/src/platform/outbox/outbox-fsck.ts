import { globalWalk } from '#/platform/integrity/global-walk.ts'
import { problem } from '#/platform/integrity/integrity-check.ts'

import { selectEvents } from './relay.ts'

interface Pending {
  readonly id: string
  readonly organization_id: string
  readonly occurred_at: string
  readonly subject: string
}

/** Checks that every pending event is in the log, where the relay will look for it. */
export const pendingEventWalk = globalWalk<Pending>({
  kind: 'pending-event',
  table: 'event_pending',
  key: ['id'],
  columns: ['id', 'organization_id', 'occurred_at', 'subject'],
  async verify(db, organizationId, pending) {
    const events = await db.many(selectEvents, {
      organizationId,
      ids: pending.map(({ id }) => id),
      times: pending.map(({ occurred_at }) => occurred_at),
    })
    const logged = new Map(events.map((event) => [event.id, describe(event)]))
    return pending.flatMap((row) => {
      const expected = describe(row)
      const found = logged.get(row.id) ?? null
      const difference = { organizationId, kind: 'pending-event', id: row.id }
      return found === expected ? [] : [problem({ ...difference, expected, found })]
    })
  },
})

function describe({ occurred_at, subject }: Omit<Pending, 'organization_id'>): string {
  return `${subject} at ${occurred_at}`
}
