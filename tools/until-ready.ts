import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const readyMsMax = 120_000

/**
 * Waits until every one of these addresses answers that it is ready. Fails at once when `needed`, a
 * process that has to answer, ends before.
 */
export async function untilReady(
  addresses: readonly string[],
  needed?: Pick<ChildProcess, 'exitCode' | 'signalCode'>,
): Promise<void> {
  const deadline = Date.now() + readyMsMax
  for (const address of addresses) {
    while (!(await isReady(address))) {
      const ended = needed?.exitCode ?? needed?.signalCode ?? undefined
      if (ended !== undefined) {
        throw new Error(`The process at ${address} has ended with ${ended}`)
      }
      if (Date.now() > deadline) {
        throw new Error(`There is no answer from ${address} after ${readyMsMax / 1000} s`)
      }
      await sleep(50)
    }
  }
}

async function isReady(address: string): Promise<boolean> {
  const reply = await fetch(address).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.ok === true
}
