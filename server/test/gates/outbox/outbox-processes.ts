import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Instance, ServerProcess } from '../harness/instance.ts'
import { readDeliveries, unfinishedBy } from './outbox-deliveries.ts'

const program = new URL('outbox-worker.ts', import.meta.url).pathname
const inHandWithinMs = 60_000
const hitsMax = 2

/** A worker that was killed with deliveries in hand. */
export interface Death {
  readonly pid: number
  readonly atMs: number
  readonly unfinished: ReadonlySet<string>
}

export interface OutboxProcesses {
  readonly urls: readonly string[]
  readonly deaths: readonly Death[]
  readonly apiKills: () => number
  /** Waits until a worker has a slow delivery in hand, then kills it and starts another. */
  readonly killWorker: (preferred: number) => Promise<void>
  readonly killApi: (index: number) => Promise<void>
  readonly startWorkers: () => void
  readonly stopWorkers: () => Promise<void>
}

export async function startOutboxProcesses(
  instance: Instance,
  file: string,
): Promise<OutboxProcesses> {
  const apis = [await instance.startApi(), await instance.startApi()]
  const urls = apis.map(({ url }) => url)
  const deaths: Death[] = []
  let workers: ChildProcess[] = []
  let apiKills = 0
  const start = () => startWorkerChild(instance, file)
  const startWorkers = () => {
    workers = [start(), start()]
  }
  startWorkers()

  /** Has something in hand, and nothing that died with its worker so often that it will be given up. */
  function isWorthKilling(pid: number): boolean {
    const inHand = unfinishedBy(readDeliveries(file), pid)
    return inHand.size > 0 && [...inHand].every((event) => hits(event) < hitsMax)
  }
  function hits(event: string): number {
    return deaths.filter(({ unfinished }) => unfinished.has(event)).length
  }
  /** Whichever of the two is at work; the preferred one when both are, or neither in time. */
  async function chooseVictim(preferred: number): Promise<number> {
    const deadline = Date.now() + inHandWithinMs
    while (Date.now() < deadline) {
      for (const index of [preferred, 1 - preferred]) {
        if (isWorthKilling(workers[index]?.pid ?? 0)) return index
      }
      await sleep(50)
    }
    return preferred
  }
  async function killWorker(preferred: number): Promise<void> {
    const index = await chooseVictim(preferred)
    const worker = workers[index]
    if (worker === undefined) throw new Error('There is no such worker')
    const pid = worker.pid ?? 0
    await kill(worker)
    const atMs = Date.now()
    deaths.push({ pid, atMs, unfinished: unfinishedBy(readDeliveries(file), pid) })
    workers[index] = start()
  }
  return {
    urls,
    deaths,
    apiKills: () => apiKills,
    killWorker,
    async killApi(index) {
      const api: ServerProcess | undefined = apis[index]
      if (api === undefined) throw new Error('There is no such api')
      await api.kill()
      apiKills += 1
      apis[index] = await instance.startApi(Number(new URL(api.url).port))
    },
    startWorkers,
    async stopWorkers() {
      await Promise.all(workers.map(kill))
      workers = []
    },
  }
}

function startWorkerChild({ environment }: Instance, file: string): ChildProcess {
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...environment, OUTBOX_DELIVERIES: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
