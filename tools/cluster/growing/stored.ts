import type { Client } from 'pg'

import type { Acknowledged } from './writing.ts'

/** Says which acknowledged writes are not there exactly once. */
export async function lostOrDoubled(
  client: Client,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  return [
    ...(await wronglyLogged(client, acknowledged)),
    ...(await wrongComments(client, acknowledged)),
    ...(await wrongNow(client, acknowledged)),
  ]
}

/** Nothing hands events on here: each one must wait for it on the coordinator, and be in the log. */
export async function eventsNotPending(client: Client): Promise<string[]> {
  const [logged, pending] = await Promise.all([
    idsOf(client, 'select id, type from event'),
    idsOf(client, 'select id, subject as type from event_pending'),
  ])
  return [
    ...[...logged].flatMap(([id, type]) =>
      pending.has(id) ? [] : [`${type} is in the log, and nobody will hand it on`],
    ),
    ...[...pending].flatMap(([id, subject]) =>
      logged.has(id) ? [] : [`an event of ${subject} waits, and is not in the log`],
    ),
  ]
}

async function idsOf(client: Client, text: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; type: string }>(text)
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Every write leaves one entry in the audit log, with the id of its request. */
async function wronglyLogged(
  client: Client,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const { rows } = await client.query<{ request_id: string; rows: number }>(
    `select request_id, count(*)::integer as rows from audit_event
     where request_id like 'grow-%' group by request_id`,
  )
  const logged = new Map(rows.map((row) => [row.request_id, row.rows]))
  return acknowledged
    .filter(({ requestId }) => logged.get(requestId) !== 1)
    .map(
      ({ requestId, value }) =>
        `"${value}" is in the audit log ${logged.get(requestId) ?? 0} times`,
    )
}

async function wrongComments(
  client: Client,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; body: string }>(
    'select id, body from comment',
  )
  const stored = Map.groupBy(rows, ({ body }) => numberIn(body))
  return acknowledged
    .filter(({ thing }) => thing.kind === 'comment')
    .flatMap(({ id, value }) => {
      const found = stored.get(numberIn(value)) ?? []
      if (found.length === 1 && found[0]?.id === id) return []
      return [`the comment "${value}" is there ${found.length} times`]
    })
}

/** Pages and teams are what the last acknowledged write made of them. */
async function wrongNow(
  client: Client,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; title: string }>(
    `select id, title from team
     union all
     select entry_id, title from entry_version where to_number is null`,
  )
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  const last = new Map(
    acknowledged
      .filter(({ thing }) => thing.kind !== 'comment')
      .map(({ id, value }) => [id, value]),
  )
  return [...last]
    .filter(([id, value]) => titles.get(id) !== value)
    .map(([id, value]) => `${id} is "${titles.get(id)}" and was acknowledged "${value}"`)
}

function numberIn(text: string): string {
  return /grow (\d+)/.exec(text)?.[1] ?? ''
}
