import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until there is an answer, and fails when there is none for too long. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 10_000,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs
  while (performance.now() < deadlineMs) {
    const found = await ask()
    if (found !== undefined) return found
    await sleep(5)
  }
  return assert.fail(`waited in vain until ${what}`)
}
