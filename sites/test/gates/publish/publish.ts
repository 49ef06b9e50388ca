import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createFilledSpace } from '../../../../server/test/gates/merge-cost/merge-cost-world.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { startSlowProxy } from './publish-proxy.ts'
import { countRenders, type PublishScene } from './publish-renders.ts'
import {
  asBrowser,
  createSitesWorld,
  publishSpace,
  type SitesProcess,
  type SitesWorld,
} from '../site-processes.ts'

/**
 * Change requests are merged while readers read: how long until the new page is there for them, whether
 * who merged ever sees the old one, and what is rendered again.
 */
type Break = 'late stream' | 'everything again' | 'stale for who merged'

const full = { merges: 500, pages: 1000, pagesOfCounts: 10_000 }
const small = { merges: 40, pages: 300, pagesOfCounts: 300 }
const forChange = { merges: 10, pages: 300, pagesOfCounts: 300 }
const brokenMerges = 10
const readers = 3
const readerPauseMs = 10
/** What the new page may take beyond the merge. */
const publishMsMax = 100
const samplesMin = 100
/** A small run on a busy machine says whether news arrives, not how fast. */
const smallMsMax = 2000
const bodiesMax = 3
/** What is not there by then never comes. */
const givenUpMs = 60_000
const lateMs = 4000

interface Times {
  readonly merges: number[]
  /** From the acknowledgement until any reader has the new page. */
  readonly published: number[]
  /** How long who merged waits for it. */
  readonly own: number[]
  /** Pages that were there already, read meanwhile. */
  readonly beside: number[]
  /** Where who merged saw something older. */
  readonly stale: string[]
  readonly problems: string[]
}

await runGate<Break>({
  name: 'publish',
  seconds: 40,
  breaks: ['late stream', 'everything again', 'stale for who merged'],
  run,
})

async function run({
  seed,
  lane,
  broken,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const { values } = parseArgs({ options: { full: { type: 'boolean' } }, strict: false })
  const size = values['full'] === true ? full : lane === 'push' ? forChange : small
  const world = await createSitesWorld()
  const slow =
    broken === 'late stream' ? await startSlowProxy(world.api.url, lateMs) : undefined
  try {
    const sites = await world.startSites({
      ...(slow !== undefined && { API_URL: slow.url }),
    })
    const scene = await prepare(world, sites, { name: 'busy', pages: size.pages })
    const merges = broken === undefined ? size.merges : brokenMerges
    const times = await mergeWhileRead(scene, { seed, merges, broken })
    say(`  ${describe('merge itself', times.merges)}`)
    say(`  ${describe('then the new page for readers', times.published)}`)
    say(`  ${describe('and for who merged, with a browser', times.own)}`)
    say(`  ${describe('a page that was there, beside', times.beside)}`)
    const isCounted = broken === undefined || broken === 'everything again'
    const counts = isCounted
      ? await countAgain(world, sites, { size, scene, say, broken })
      : []
    const problems = [...times.stale, ...times.problems]
    for (const { what, bodies } of counts) {
      if (bodies > bodiesMax) {
        problems.push(`${what} rendered ${bodies} bodies again, at most ${bodiesMax}`)
      }
    }
    const bodies = counts.map(({ what, bodies: count }) => `${what} ${count}`).join(', ')
    return {
      figure:
        `${times.merges.length} merges of p50 ${ms(times.merges, 0.5)} p99 ${ms(times.merges, 0.99)}, ` +
        `their pages after p50 ${ms(times.published, 0.5)} p99 ${ms(times.published, 0.99)} ` +
        `(a page beside p99 ${ms(times.beside, 0.99)}); ${times.stale.length} of ${times.own.length} stale for who merged; ` +
        `bodies again of ${size.pagesOfCounts} pages: ${bodies}`,
      problems,
      slow: judgeTimes(times),
    }
  } finally {
    await slow?.close()
    await world.close()
  }
}

interface Counting extends Pick<GateOptions<Break>, 'say' | 'broken'> {
  readonly size: typeof full
  readonly scene: PublishScene
}

async function countAgain(
  world: SitesWorld,
  sites: SitesProcess,
  { size, scene, say, broken }: Counting,
): Promise<Awaited<ReturnType<typeof countRenders>>> {
  const counted =
    size.pagesOfCounts === size.pages
      ? scene
      : await prepare(world, sites, { name: 'large', pages: size.pagesOfCounts })
  return countRenders(counted, say, broken === 'everything again')
}

async function prepare(
  world: SitesWorld,
  sites: SitesProcess,
  { name, pages }: { name: string; pages: number },
): Promise<PublishScene> {
  const space = await createFilledSpace(world.instance, world.send, { name, pages })
  const site = await publishSpace(world, {
    title: `Site ${name}`,
    spaceId: space.spaceId,
  })
  const first = await sites.read(site.base)
  if (first.status !== 200) throw new Error(`${site.base} answered ${first.status}`)
  const { pages: tree } = await world.send(
    'GET',
    `/spaces/${space.spaceId}/content/pages`,
  )
  return { world, sites, space, site, targets: targetsIn(tree, site.base) }
}

interface TreePage {
  readonly id: string
  readonly path: string
  readonly pages?: readonly TreePage[]
}

function targetsIn(pages: readonly TreePage[], base: string): Map<string, string> {
  const targets = new Map<string, string>()
  const walk = (each: TreePage): void => {
    targets.set(each.id, base + each.path)
    each.pages?.forEach(walk)
  }
  pages.forEach(walk)
  // The first page is where the site begins.
  const [first] = pages
  if (first !== undefined) targets.set(first.id, base)
  return targets
}

interface Merging {
  readonly seed: number
  readonly merges: number
  readonly broken: Break | undefined
}

async function mergeWhileRead(
  scene: PublishScene,
  { seed, merges, broken }: Merging,
): Promise<Times> {
  const random = seeded(seed)
  const times: Times = {
    merges: [],
    published: [],
    own: [],
    beside: [],
    stale: [],
    problems: [],
  }
  const over = new AbortController()
  const all = [...scene.targets.values()]
  const reading = Array.from({ length: readers }, async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      const target = random.pick(all)
      const { status } = await scene.sites.read(target)
      times.beside.push(performance.now() - began)
      if (status !== 200) times.problems.push(`beside, ${target} answered ${status}`)
      await sleep(readerPauseMs)
    }
  })
  try {
    for (let round = 0; round < merges; round += 1) {
      await mergeOnce(scene, times, {
        page: random.pick(scene.space.pages),
        sentence: `Sentence ${round} of seed ${seed}.`,
        // By turns: a look of who merged would bring the page to all others too.
        isOwn: round % 2 === 0,
        broken,
      })
    }
  } finally {
    over.abort()
    await Promise.all(reading)
  }
  return times
}

interface OneMerge {
  readonly page: string
  readonly sentence: string
  readonly isOwn: boolean
  readonly broken: Break | undefined
}

async function mergeOnce(
  { world, sites, space, targets }: PublishScene,
  times: Times,
  { page, sentence, isOwn, broken }: OneMerge,
): Promise<void> {
  const target = targets.get(page) ?? ''
  const requests = `/spaces/${space.spaceId}/change-requests`
  const { id } = await world.send('POST', requests, { subject: sentence })
  await world.send('POST', `${requests}/${id}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown: sentence } }],
  })
  // It was read before, so that there is something old to show.
  const before = await sites.read(target)
  const began = performance.now()
  await world.send('POST', `${requests}/${id}/merge`)
  const acknowledged = performance.now()
  times.merges.push(acknowledged - began)
  if (isOwn) {
    const read = await sites.read(target, asBrowser)
    const seen = broken === 'stale for who merged' ? before : read
    times.own.push(performance.now() - acknowledged)
    if (!seen.body.includes(sentence)) {
      times.stale.push(`who merged did not see "${sentence}" at ${target}`)
    }
    return
  }
  while (!(await sites.read(target)).body.includes(sentence)) {
    if (performance.now() - acknowledged > givenUpMs) {
      times.problems.push(`${target} did not show "${sentence}" in ${givenUpMs} ms`)
      break
    }
    await sleep(1)
  }
  times.published.push(performance.now() - acknowledged)
}

/** The p99 of a few dozen is their slowest, which says more of the machine than of us. */
function judgeTimes({ published, own, beside }: Times): readonly string[] {
  const isSmall = published.length < samplesMin
  const share = isSmall ? 0.5 : 0.99
  const most = isSmall ? smallMsMax : publishMsMax
  const allowed = isSmall ? most + at(beside, share) : most
  const judged = { readers: published, 'who merged': own }
  return Object.entries(judged)
    .filter(([, each]) => at(each, share) > allowed)
    .map(
      ([who, each]) =>
        `for ${who} the new page took ${ms(each, share)} (p${share * 100}) beyond the merge; ${allowed.toFixed(0)} ms is the most (a page that is there: ${ms(beside, share)})`,
    )
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function ms(values: readonly number[], share: number): string {
  return `${at(values, share).toFixed(1)} ms`
}

function describe(what: string, values: readonly number[]): string {
  return `${what}: p50 ${ms(values, 0.5)}, p99 ${ms(values, 0.99)} of ${values.length}`
}
