import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'

import Fastify from 'fastify'

import { runGate } from '../../../../tools/gate.ts'
import { createTestSpace } from '../../../../server/test/test-edits.ts'
import type { Reader, TestSites } from '../../test-sites.ts'
import type { Load } from './serving-load.ts'
import { manyOperations } from './serving-operations.ts'
import { profile } from './serving-profile.ts'

/**
 * A page from memory against a bare route that sends the same bytes with the same headers, turn by
 * turn in one process: the machine's mood is the same for both.
 */
type Break = 'nothing kept'

// React looks at it once, when it is loaded; the program sets it, too.
process.env['NODE_ENV'] = 'production'
const { publishSite, startTestSites } = await import('../../test-sites.ts')

const shareMin = 0.7
/** Of the processor time of a bare route: what is beyond is a defect, however busy the machine is. */
const processorTimesMax = 2
const rounds = 5
const secondsForChange = 5
const readsCounted = 200
const changesPerEdit = 50
const pages = 2 * changesPerEdit
/** The first pages warm the process up, the last ones are profiled. */
const measured = { from: 20, to: 60 }
const profiled = { from: measured.to, to: pages }
const partsShownMax = 12
const paths = ['a page', 'one of 200 operations'] as const

/** About 4 KB, with what pages of documentation have. */
const paragraph =
  'Install the **server** first, then open [the first page](first.md) and read `settings`. '
const markdown =
  `${paragraph.repeat(6)}\n\n## Steps\n\n- one\n- two\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n\n`.repeat(
    5,
  )

await runGate<Break>({
  name: 'serving',
  seconds: 20,
  breaks: ['nothing kept'],
  async run({ seconds, lane, say, broken }) {
    const world = await startTestSites(
      broken === undefined ? {} : { CACHE_BYTES_MAX: '1000000' },
    )
    try {
      const space = await createTestSpace(world.api)
      for (let first = 0; first < pages; first += changesPerEdit) {
        await space.edit(
          ...Array.from({ length: changesPerEdit }, (_, at) => ({
            operation: 'insert_page',
            title: `Page ${first + at}`,
            document: { markdown: `Page ${first + at}.\n\n${markdown}` },
          })),
        )
      }
      const { base } = await publishSite(world, [space.spaceId])
      const headers = { host: world.host, 'accept-encoding': 'br' }
      const readPages = async (range: Range) =>
        renderAll(world.read, base, headers, range)
      await readPages({ from: 1, to: measured.from })
      const uncached = await readPages(measured)
      say(`  uncached: ${uncached.toFixed(2)} ms of processor per page, api and renderer`)
      if (lane === 'release') await sayProfile(readPages, say)
      const many = await manyOperations(world, publishSite)
      const fresh =
        broken === undefined ? headers : { ...headers, 'cache-control': 'no-cache' }
      const spent = (lane === 'push' ? secondsForChange : seconds) / paths.length
      const ms = (spent * 1000) / (rounds * 2 + 1)
      const found: Measured[] = []
      for (const [name, path] of [
        [paths[0], `${base}page-1`],
        [paths[1], many],
      ] as const) {
        found.push(await measure(world, { name, path, headers, fresh, ms, say }))
      }
      const figure = `${found.map((each) => each.figure).join('; ')}; uncached ${uncached.toFixed(2)} ms per page`
      const isSlow = found.some(({ share }) => share < shareMin)
      return {
        figure,
        problems: found.flatMap(({ problems }) => problems),
        slow:
          isSlow && lane !== 'push'
            ? [`${figure}; at least ${shareMin * 100} % is the goal`]
            : [],
      }
    } finally {
      await world.stop()
    }
  },
})

interface Measuring {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Those of the readers that are counted. */
  readonly fresh: Readonly<Record<string, string>>
  readonly ms: number
  readonly say: (line: string) => void
}

interface Measured {
  readonly figure: string
  readonly share: number
  readonly problems: readonly string[]
}

async function measure(
  world: TestSites,
  { name, path, headers, fresh, ms, say }: Measuring,
): Promise<Measured> {
  const page = await world.read(path, { headers })
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`)
  const made = await madeAnew(world, path, fresh)
  const bare = await bareServer(page.headers, page.bytes)
  const shares: number[] = []
  const times: number[] = []
  const target = { port: world.sites.port, path, headers: fresh }
  await load(target, ms / 2)
  await load({ ...target, port: bare.port }, ms / 2)
  for (let round = 0; round < rounds; round += 1) {
    const ours = await load(target, ms)
    const theirs = await load({ ...target, port: bare.port }, ms)
    say(
      `  ${name}: ${Math.round(ours.perSecond)} pages/s beside ${Math.round(theirs.perSecond)} of a bare route`,
    )
    shares.push(ours.perSecond / theirs.perSecond)
    times.push(ours.processorMs / theirs.processorMs)
  }
  await bare.close()
  const share = middle(shares)
  const processorTimes = middle(times)
  return {
    share,
    figure: `${name}: ${made} of ${readsCounted} made anew; ${(share * 100).toFixed(0)} % of a bare route with the same ${page.bytes.length} bytes (brotli) at ${processorTimes.toFixed(2)} × its processor time`,
    problems: [
      ...(made > 0 ? [`${name}: ${made} did not come from memory`] : []),
      ...(processorTimes > processorTimesMax
        ? [`${name}: ${processorTimes.toFixed(2)} × the processor time of a bare route`]
        : []),
    ],
  }
}

/** How many of the reads of a page did not come from memory. */
async function madeAnew(
  { read, sites }: TestSites,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const before = await sites.metrics.read('pages', 'memory')
  for (let at = 0; at < readsCounted; at += 1) await read(path, { headers })
  return readsCounted - ((await sites.metrics.read('pages', 'memory')) - before)
}

type ReadPages = (range: Range) => Promise<number>

async function sayProfile(
  readPages: ReadPages,
  say: (line: string) => void,
): Promise<void> {
  const { value, parts } = await profile(async () => readPages(profiled))
  say(`  of ${value.toFixed(2)} ms under the profiler, in the main thread:`)
  for (const { part, ms } of parts.slice(0, partsShownMax)) {
    say(`    ${(ms / (profiled.to - profiled.from)).toFixed(2)} ms ${part}`)
  }
}

function middle(values: readonly number[]): number {
  return (
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
  )
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Milliseconds of processor per page, of all threads. */
async function renderAll(
  read: Reader,
  base: string,
  headers: Record<string, string>,
  { from, to }: Range,
): Promise<number> {
  const begun = process.cpuUsage()
  for (let at = from; at < to; at += 1) {
    const { status } = await read(`${base}page-${at}`, { headers })
    if (status !== 200) throw new Error(`page-${at} answered ${status}`)
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000 / (to - from)
}

async function bareServer(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  bytes: Buffer,
): Promise<{ port: number; close: () => Promise<void> }> {
  const own = new Set([
    'date',
    'connection',
    'keep-alive',
    'content-length',
    'transfer-encoding',
  ])
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !own.has(name)),
  )
  const server = Fastify({ logger: false })
  server.get('/*', (_request, reply) => reply.headers(sent).send(bytes))
  await server.listen({ host: '127.0.0.1', port: 0 })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.server.address() as AddressInfo
  return { port, close: async () => server.close() }
}

interface Loaded {
  readonly perSecond: number
  /** Per page, of all threads: those of both servers and of who asks. */
  readonly processorMs: number
}

/** In a thread of its own, so that what is measured is the server. */
async function load(target: Omit<Load, 'ms'>, ms: number): Promise<Loaded> {
  const begun = process.cpuUsage()
  const worker = new Worker(new URL('./serving-load.ts', import.meta.url), {
    workerData: { ...target, ms } satisfies Load,
  })
  const [count]: unknown[] = await once(worker, 'message')
  await worker.terminate()
  const { user, system } = process.cpuUsage(begun)
  const answered = (Number(count) * ms) / 1000
  return { perSecond: Number(count), processorMs: (user + system) / 1000 / answered }
}
