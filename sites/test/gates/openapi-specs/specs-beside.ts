import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import {
  createOpenApiWorld,
  type OpenApiWorld,
  untilRead,
} from '../openapi/openapi-world.ts'
import { publishSpace } from '../site-processes.ts'
import type { PageLoad, ReadsTold } from './specs-load.ts'

export interface Beside {
  readonly quietP99: number
  readonly busyP99: number
  readonly failed: number
  /** How often the specification became a version, of how many times. */
  readonly read: number
}

export interface BesideSettings {
  /** The specification that is processed. */
  readonly file: string
  readonly rounds: number
  /** What else is done while it is processed. */
  readonly meanwhile: (() => () => void) | undefined
  readonly say: (line: string) => void
}

const pages = 40
const perSecond = 100
const quietMs = 20_000
const processedWithinMs = 300_000

/**
 * Readers of a site while a large specification is processed, turn by turn with readers while it is
 * not: api, worker and renderer are processes of their own on this machine.
 */
export async function readBeside({
  file,
  rounds,
  meanwhile,
  say,
}: BesideSettings): Promise<Beside> {
  const on = await createOpenApiWorld({ egress: '' })
  try {
    const site = await publishPages(on)
    const text = await readFile(file, 'utf8')
    // Once before, so that its code is loaded as it is in a worker that has been up for long.
    await processOne(on, text, 0)
    const load = openLoad({ ...site, perSecond })
    await sleep(5000)
    const quiet: number[] = []
    const busy: number[] = []
    let failed = 0
    let read = 0
    for (let round = 1; round <= rounds; round += 1) {
      await load.take()
      await sleep(quietMs)
      const before = await load.take()
      const stop = meanwhile?.()
      const startedMs = performance.now()
      if (await processOne(on, text, round)) read += 1
      const tookSeconds = (performance.now() - startedMs) / 1000
      stop?.()
      const during = await load.take()
      quiet.push(...before.times)
      busy.push(...during.times)
      failed += before.failed + during.failed
      say(
        `  ${before.times.length} reads: ${described(before.times)}; ${during.times.length} while it was processed in ${tookSeconds.toFixed(1)} s: ${described(during.times)}`,
      )
      // What follows in the background is over before the next quiet time.
      await sleep(3000)
    }
    await load.stop()
    return { quietP99: p99(quiet), busyP99: p99(busy), failed, read }
  } finally {
    await on.close()
  }
}

async function publishPages(on: OpenApiWorld): Promise<Omit<PageLoad, 'perSecond'>> {
  const { world, call, sites } = on
  const made = await call('POST', `/orgs/${world.instance.sample.organization}/spaces`, {
    title: 'Read',
    empty: true,
  })
  const spaceId: string = made.body.id
  await call('POST', `/spaces/${spaceId}/content`, {
    changes: Array.from({ length: pages }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: {
        markdown: `Page ${at}.\n\n${'Some **words** and `code`. '.repeat(80)}`,
      },
    })),
  })
  const { base } = await publishSpace(world, { title: 'Read', spaceId })
  // The first page is where the site begins.
  const targets = Array.from({ length: pages - 1 }, (_, at) => `${base}page-${at + 1}`)
  for (const target of targets) await readFirst(on, target)
  const { hostname } = await world.send(
    'GET',
    `/orgs/${world.instance.sample.organization}`,
  )
  const { port } = new URL(sites.url)
  return { port: Number(port), host: `${hostname}.localhost:${port}`, targets }
}

/** A renderer that waits for a busy api says so with 503; it is asked again. */
async function readFirst({ sites }: OpenApiWorld, target: string): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const { status } = await sites.read(target)
    if (status === 200) return
    if (status !== 503 || asked === 10) throw new Error(`${target} answered ${status}`)
    await sleep(2000)
  }
}

/** Publishes the specification as nobody has sent it before, and waits until it is processed. */
async function processOne(on: OpenApiWorld, text: string, round: number) {
  const newer = text.replace(/"version": ?"/, (start) => `${start}${round}.`)
  const { status } = await on.call('PUT', `${on.specs}/large`, {
    source: { text: newer },
  })
  if (status >= 300) return false
  const read = await untilRead(on, 'large', processedWithinMs)
  return read?.lastProcessedErrors === undefined && read?.lastVersion !== undefined
}

/** In a thread of its own, so that what the gate does is not measured. */
function openLoad(load: PageLoad) {
  const thread = new Worker(new URL('./specs-load.ts', import.meta.url), {
    workerData: load,
  })
  return {
    async take(): Promise<ReadsTold> {
      const told = once(thread, 'message')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage('tell')
      const [reads]: unknown[] = await told
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread says only this
      return reads as ReadsTold
    },
    stop: async () => thread.terminate(),
  }
}

function described(times: readonly number[]): string {
  return `p50 ${share(times, 0.5).toFixed(2)} ms, p99 ${p99(times).toFixed(2)} ms`
}

function p99(times: readonly number[]): number {
  return share(times, 0.99)
}

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? NaN
}
