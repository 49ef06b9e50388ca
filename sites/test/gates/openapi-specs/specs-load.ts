import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface PageLoad {
  readonly port: number
  readonly host: string
  readonly targets: readonly string[]
  readonly perSecond: number
}

/** What a thread tells when it is asked: the milliseconds of each read since it was asked last. */
export interface ReadsTold {
  readonly times: readonly number[]
  readonly failed: number
}

const connections = 32

/** Reads pages at even distances, whether or not those before have been answered. */
async function readEvenly({ port, host, targets, perSecond }: PageLoad): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let times: number[] = []
  let failed = 0
  parentPort?.on('message', () => {
    const told: ReadsTold = { times, failed }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(told)
    times = []
    failed = 0
  })
  const readOne = (path: string, dueMs: number) => {
    const done = (isRight: boolean) => {
      times.push(performance.now() - dueMs)
      if (!isRight) failed += 1
    }
    request({ host: '127.0.0.1', port, path, agent, headers: { host } }, (reply) => {
      reply.resume()
      reply.on('end', () => done(reply.statusCode === 200))
    })
      .on('error', () => done(false))
      .end()
  }
  const begunMs = performance.now()
  for (let count = 0; ; count += 1) {
    // From when it was due, so that a stop of the reading thread itself is not left out.
    const dueMs = begunMs + (count * 1000) / perSecond
    const restMs = dueMs - performance.now()
    if (restMs > 0) await sleep(restMs)
    readOne(
      targets[count % targets.length] ?? '/',
      Math.max(dueMs, performance.now() - 1000),
    )
  }
}

if (parentPort !== null) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by the gate
  await readEvenly(workerData as PageLoad)
}
