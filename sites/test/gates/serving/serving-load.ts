import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface Load {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly ms: number
}

const connections = 32

/** Requests a second over kept connections, each waiting for its answer. */
async function run({ port, path, headers, ms }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const begun = performance.now()
  let count = 0
  async function one(): Promise<void> {
    while (performance.now() - begun < ms) {
      await new Promise<void>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers, agent }, (reply) => {
          if (reply.statusCode !== 200) {
            reject(new Error(`It answered ${reply.statusCode}`))
          }
          reply.resume()
          reply.on('end', resolve)
        })
          .on('error', reject)
          .end()
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  return count / ((performance.now() - begun) / 1000)
}

if (parentPort !== null) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by the gate
  const rate = await run(workerData as Load)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(rate)
}
