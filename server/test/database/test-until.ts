import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Database } from '#/platform/database/database.ts'

/** Asks again until there is an answer, and fails when there is none for too long. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs
  while (performance.now() < deadlineMs) {
    const found = await ask()
    if (found !== undefined) return found
    await sleep(5)
  }
  return assert.fail(`waited in vain until ${what}`)
}

/** Until every connection is given back: some work, as noting the use of a token, goes on beside its request. */
export async function untilAllIdle(db: Pick<Database, 'poolStats'>): Promise<void> {
  await until('every connection is back or gone', () => {
    const { total, idle, waiting } = db.poolStats()
    return (waiting === 0 && idle === total) || undefined
  })
}
