import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import type { Instance, ServerProcess } from '../harness/instance.ts'
import { rowsOf } from './kill9-stored.ts'
import type { PostgresCluster } from '../../../../tools/postgres-cluster.ts'

export type Victim = 'api' | 'worker' | 'backend' | 'postmaster'

const startAttemptsMax = 5
const answersWithinMs = 180_000

export interface Processes {
  readonly urls: readonly string[]
  /** SIGKILL, then whatever was killed is started again. */
  readonly kill: (victim: Victim, choose: (below: number) => number) => Promise<void>
  /** Waits until every api reads from the database again. */
  readonly untilAnswering: () => Promise<void>
  /** Processes that ended though nobody killed them. */
  readonly selfEnded: readonly string[]
}

/** Two apis and a worker, each of which stands up again like under a supervisor. */
export async function startProcesses(
  instance: Instance,
  cluster: PostgresCluster,
): Promise<Processes> {
  const selfEnded: string[] = []
  const killed = new WeakSet<ServerProcess>()

  async function started(
    name: string,
    start: () => Promise<ServerProcess>,
  ): Promise<ServerProcess> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const server = await start()
        server.child.once('exit', (code) => {
          if (!killed.has(server)) selfEnded.push(`${name} ended by itself (${code})`)
        })
        return server
      } catch (error) {
        if (attempt === startAttemptsMax) throw error
        await sleep(500)
      }
    }
  }
  const apis = [
    await started('api', async () => instance.startApi()),
    await started('api', async () => instance.startApi()),
  ]
  const startWorker = async () => {
    const server = await instance.startWorker()
    await untilListening(instance, server)
    return server
  }
  let worker = await started('worker', startWorker)
  const urls = apis.map(({ url }) => url)

  async function end(server: ServerProcess): Promise<void> {
    killed.add(server)
    await server.kill()
  }
  async function killApi(index: number): Promise<void> {
    const api = apis[index]
    if (api === undefined) throw new Error('There is no such api')
    await end(api)
    const port = Number(new URL(api.url).port)
    apis[index] = await started('api', async () => instance.startApi(port))
  }

  return {
    urls,
    selfEnded,
    async kill(victim, choose) {
      switch (victim) {
        case 'api':
          return killApi(choose(apis.length))
        case 'worker':
          await end(worker)
          worker = await started('worker', startWorker)
          return undefined
        case 'backend':
          return killBackend(instance, cluster, choose)
        case 'postmaster':
          return killPostmaster(cluster)
      }
    },
    async untilAnswering() {
      await Promise.all(urls.map(async (url) => untilReads(instance, url)))
    },
  }
}

/** Waits until a worker has started: then it listens for wake-ups. */
async function untilListening(instance: Instance, worker: ServerProcess): Promise<void> {
  const deadline = Date.now() + answersWithinMs
  while (Date.now() < deadline) {
    if (worker.child.exitCode !== null) throw new Error('The worker ended at its start')
    const [row] = await rowsOf<{ listening: number }>(
      instance,
      `select count(*)::integer as listening from pg_stat_activity
       where datname = current_database() and application_name = 'lectern worker'
         and query like 'listen %'`,
    )
    if ((row?.listening ?? 0) > 1) return
    await sleep(50)
  }
  throw new Error('The worker did not start')
}

/** Kills a backend: PostgreSQL then ends all other connections too and recovers as after a crash. */
async function killBackend(
  instance: Instance,
  cluster: PostgresCluster,
  choose: (below: number) => number,
): Promise<void> {
  const backends = await rowsOf<{ pid: number }>(
    instance,
    `select pid from pg_stat_activity
     where datname = current_database()
       and application_name in ('lectern api', 'lectern worker') order by pid`,
  )
  const backend = backends[choose(backends.length)]
  if (backend === undefined) throw new Error('No connection of ours was found')
  const bystander = new Client({ connectionString: cluster.url })
  bystander.on('error', () => undefined)
  await bystander.connect()
  // Not `once` of node:events, which takes the error that comes first for a failure.
  const ended = new Promise<void>((resolve) => {
    bystander.once('end', () => resolve())
  })
  process.kill(backend.pid, 'SIGKILL')
  // Until the others are ended too, PostgreSQL has not noticed yet.
  await ended
}

/** Kills all processes of a PostgreSQL at once, as a power cut does, and starts it again. */
async function killPostmaster(cluster: PostgresCluster): Promise<void> {
  const gone = cluster.kill()
  processesIn(cluster.dataFolder).forEach(endProcess)
  await gone
  // PostgreSQL refuses to start while a process of the last start holds the shared memory.
  for (;;) {
    const left = processesIn(cluster.dataFolder)
    if (left.length === 0) break
    left.forEach(endProcess)
    await sleep(10)
  }
  await cluster.start()
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended meanwhile.
  }
}

/** The processes of a cluster, which are those that work in its data folder. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      return readlinkSync(`/proc/${entry}/cwd`) === folder ? [Number(entry)] : []
    } catch {
      return [] // gone, or of another user
    }
  })
}

async function untilReads({ sample }: Instance, url: string): Promise<void> {
  const deadline = Date.now() + answersWithinMs
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/v1/orgs/${sample.organization}`, {
      headers: { authorization: `Bearer ${sample.tokens.admin}` },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined)
    await reply?.text().catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(10)
  }
  throw new Error('An api did not answer again after a kill')
}
