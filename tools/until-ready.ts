import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const readyMsMax = 120_000
const answerMsMax = 10_000

/**
 * Waits until every one of these addresses answers that it is ready, and says which do not. Fails at
 * once when `needed`, a process that has to answer, ends before.
 */
export async function untilReady(
  addresses: readonly string[],
  needed?: Pick<ChildProcess, 'exitCode' | 'signalCode'>,
  msMax = readyMsMax,
): Promise<void> {
  const deadline = Date.now() + msMax
  for (;;) {
    const missing = await notReady(addresses)
    if (missing.length === 0) return
    const ended = needed?.exitCode ?? needed?.signalCode ?? undefined
    const places = missing.join(' and ')
    if (ended !== undefined) {
      throw new Error(`The process at ${places} has ended with ${ended}`)
    }
    if (Date.now() > deadline) {
      throw new Error(`There is no answer from ${places} after ${msMax / 1000} s`)
    }
    await sleep(50)
  }
}

async function notReady(addresses: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    addresses.map(async (address) => ({ address, isReady: await isReady(address) })),
  )
  return answers.filter((answer) => !answer.isReady).map(({ address }) => address)
}

async function isReady(address: string): Promise<boolean> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(answerMsMax) })
    // A server that restarts may break off in the middle of its answer.
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}
