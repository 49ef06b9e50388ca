import { setTimeout } from 'node:timers/promises'

import { Client } from 'pg'

import type { TestApi } from '#test/test-api.ts'
import { activity } from '#test/test-database.ts'

// Below the server's own lock timeout, after which requests stop waiting.
const waitMs = 20_000

/**
 * Sends requests while another transaction has run `blocking`, and commits that one once all of
 * them wait for it: so each of them has begun before any of them goes on.
 */
export async function whileBlocked<Reply>(
  api: TestApi,
  blocking: string,
  send: () => Promise<Reply>[],
): Promise<Reply[]> {
  const blocker = new Client({ connectionString: api.databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query(blocking)
    const sent = send()
    await untilWaiting(api, sent.length)
    await blocker.query('commit')
    return await Promise.all(sent)
  } finally {
    await blocker.end()
  }
}

async function untilWaiting(api: TestApi, requests: number): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const waiting = await api.rows(
      `select 1 from ${activity}
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length === requests) return
    if (performance.now() > deadline) {
      throw new Error(`${waiting.length} of ${requests} requests wait for the lock`)
    }
    await setTimeout(5)
  }
}
