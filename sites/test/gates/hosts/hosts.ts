import { readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { type SiteReply, startTestSites, type TestSites } from '../../test-sites.ts'
import { type HostsBreak, hostsBreaks, plant } from './hosts-breaks.ts'
import {
  type HostCase,
  proxiedBy,
  type Spelled,
  spellingsOf,
  strangersOf,
} from './hosts-cases.ts'
import { createPlaces, type Place } from './hosts-world.ts'

/** What is asked for, and in how many requests at once, so that tenants mingle. */
const inFlight = 8
const heapGrowthMax = 24_000_000
/** Routes of every site, asked for by the plain hosts only. */
const routes = [
  'more',
  'index.md',
  'sitemap.xml',
  'robots.txt',
  'llms-full.txt',
  'rss.xml',
]

const schemesOfChange: ReadonlySet<string | undefined> = new Set([undefined, 'https'])

const modes = [
  { settings: {}, from: 'host', vary: [] },
  { settings: { TRUSTED_PROXIES: '192.0.2.0/24' }, from: 'host', vary: ['proto'] },
  { settings: { TRUSTED_PROXIES: '127.0.0.0/8' }, from: 'host', vary: ['proto'] },
  {
    settings: { TRUSTED_PROXIES: '127.0.0.1', SITES_HOST_HEADER: 'x-forwarded-host' },
    from: 'x-forwarded-host',
    vary: ['host', 'proto'],
  },
  {
    settings: { TRUSTED_PROXIES: '192.0.2.1', SITES_HOST_HEADER: 'x-forwarded-host' },
    from: 'nowhere',
    vary: ['host', 'proto'],
  },
] as const
type Mode = (typeof modes)[number]

/**
 * Requests to the sites of two organizations name their host in every way there is, with and without
 * proxies that are trusted: each gets what that host shows and nothing of the other organization,
 * and nothing that is kept grows by it.
 */
await runGate<HostsBreak>({ name: 'hosts', seconds: 10, breaks: hostsBreaks, run })

async function run(options: GateOptions<HostsBreak>): Promise<GateOutcome> {
  const mend = plant(options.broken)
  const world = await startTestSites({ SHARED_CACHE_SECONDS: '300' })
  try {
    return await askEverything(world, options)
  } finally {
    mend()
    await world.stop()
  }
}

/** One request: what it says of its host, and what it asks for there. */
interface Shot extends HostCase {
  readonly target: string
}

interface Tally {
  requests: number
  shown: number
  readonly problems: Set<string>
}

async function askEverything(
  world: TestSites,
  { seed, lane, broken }: GateOptions<HostsBreak>,
): Promise<GateOutcome> {
  const places = await createPlaces(world)
  const random = seeded(seed)
  // A planted defect shows in what a change has time for.
  const isWhole = lane === 'release' && broken === undefined
  const shots = shotsAt(places, random, isWhole)
  const tally: Tally = { requests: 0, shown: 0, problems: new Set() }
  for (const mode of modes) {
    const lie = { TRUSTED_PROXIES: '127.0.0.1', SITES_HOST_HEADER: 'x-forwarded-host' }
    await world.restart(
      broken === 'forwarded host of anybody' ? lie : { ...mode.settings },
    )
    await warm(world, places)
    const heapBefore = heapUsed()
    await inLanes(shuffled(shots, random), async (shot) =>
      ask(shot, { world, places, tally, mode, broken }),
    )
    await bounded(world, places, tally)
    const grown = heapUsed() - heapBefore
    if (grown > heapGrowthMax) {
      tally.problems.add(`the heap grew by ${(grown / 1e6).toFixed(0)} MB`)
    }
  }
  const { requests, shown, problems } = tally
  const figure = `${requests} requests for ${places.length} hosts of two organizations in ${modes.length} settings, ${shown} pages shown, at most ${keptMax(places)} addresses kept`
  return { figure, problems: [...problems] }
}

type Random = ReturnType<typeof seeded>

/** Where sites begin, and what is asked for below that, whether it is there or not. */
function targetsAt(places: readonly Place[]) {
  const bases = [...new Set(places.map(({ base }) => base))]
  return { bases, inside: bases.flatMap((base) => routes.map((route) => base + route)) }
}

/** All combinations for a release, and of most a few for a change. */
function shotsAt(
  places: readonly Place[],
  random: Random,
  isWhole: boolean,
): readonly Shot[] {
  const { bases, inside } = targetsAt(places)
  const spelled = spellingsOf(places, [random.below(65_535)])
  const strangers = strangersOf(places, isWhole ? 250 : 5)
  const plain = spelled.filter(({ host, named }) => host === named?.host)
  const proxied = (each: Spelled) => proxiedBy(each, places, [random.pick(spelled)])
  const own = (each: Spelled) =>
    proxied(each).filter(({ headers }) => isOwn(headers, each.host))
  const few = (each: Spelled) =>
    isWhole ? proxied(each) : [random.pick([...own(each), random.pick(proxied(each))])]
  const some = (each: Spelled) =>
    proxied(each).filter(
      ({ headers }) => isWhole || schemesOfChange.has(headers['x-forwarded-proto']),
    )
  const shots = (
    hosts: readonly Spelled[],
    by: typeof proxied,
    targets: () => readonly string[],
  ) =>
    hosts.flatMap((each) =>
      by(each).flatMap((proxy) =>
        targets().map((target) => ({ ...each, ...proxy, target })),
      ),
    )
  return [
    ...shots(plain, some, () => bases),
    ...shots(plain, isWhole ? proxied : own, () => inside),
    ...shots(spelled, few, () => (isWhole ? bases : [random.pick(bases)])),
    ...shots(
      strangers.filter(({ isMany }) => !isMany),
      few,
      () => [random.pick(bases)],
    ),
    ...shots(
      strangers.filter(({ isMany }) => isMany),
      own,
      () => [random.pick(bases)],
    ),
  ]
}

/** Whether a proxy says nothing but the host that the request has. */
function isOwn(headers: HostCase['headers'], host: string): boolean {
  return headers['x-forwarded-host'] === host && Object.keys(headers).length === 1
}

function shuffled<Value>(values: readonly Value[], random: Random): readonly Value[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

async function inLanes<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const left = values.values()
  const lane = async () => {
    for (const value of left) await work(value)
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
}

/** Reads each site once, so that what grows afterwards grows by how hosts are written. */
async function warm(world: TestSites, places: readonly Place[]): Promise<void> {
  for (const { host, base } of places) {
    await world.read(base, { host, headers: { 'x-forwarded-host': host } })
  }
}

interface Asking {
  readonly world: TestSites
  readonly places: readonly Place[]
  readonly tally: Tally
  readonly mode: Mode
  readonly broken: HostsBreak | undefined
}

async function ask(shot: Shot, asking: Asking): Promise<void> {
  const { world, places, tally, mode, broken } = asking
  const { host, headers, target } = shot
  const by = { host: shot.named, 'x-forwarded-host': shot.forwarded, nowhere: undefined }
  const named = by[mode.from]
  const reply = await world.read(target, { host, headers })
  tally.requests += 1
  const vary = broken === 'nothing in Vary' ? '' : (reply.headers.vary ?? '')
  const what = `${JSON.stringify(mode.settings)} ${host.slice(0, 60)} ${JSON.stringify(headers)} ${target}`
  for (const problem of [
    ...(reply.status >= 500 ? [`answers ${reply.status}`] : []),
    ...foreign(reply, named, places),
    ...missing(reply, named, target),
    ...unnamed(vary, mode.vary),
  ]) {
    tally.problems.add(`${problem}: ${what}`)
  }
  if (named !== undefined && reply.body.includes(named.canary)) tally.shown += 1
}

/** Words of another organization, of another site, or of any where the host names none. */
function foreign(
  { body, headers }: SiteReply,
  named: Place | undefined,
  places: readonly Place[],
): readonly string[] {
  const said = `${JSON.stringify(headers)}\n${body}`
  const others = new Set(places.map(({ tenant }) => tenant))
  if (named !== undefined) others.delete(named.tenant)
  const words = [
    ...[...others].flatMap((tenant) => tenant.words),
    ...places.filter((place) => place !== named).map(({ canary }) => canary),
  ]
  return words.filter((word) => said.includes(word)).map((word) => `shows ${word}`)
}

/** What is not shown though the host names it. */
function missing(
  { status, body }: SiteReply,
  named: Place | undefined,
  target: string,
): readonly string[] {
  const isWanted = target === named?.base
  return !isWanted || body.includes(named.canary)
    ? []
    : [`${status} does not show ${named.canary}`]
}

/** Headers that decide and are not in `Vary`, and those that do not and are. */
function unnamed(vary: string, wanted: readonly string[]): readonly string[] {
  return ['host', 'proto'].flatMap((name) => {
    const isNamed = vary.includes(`x-forwarded-${name}`)
    if (isNamed === wanted.includes(name)) return []
    return [`Vary has ${isNamed ? 'needlessly' : 'no'} x-forwarded-${name}`]
  })
}

/** Each place, with the scheme http and https. */
function keptMax(places: readonly Place[]): number {
  return places.length * 2
}

async function bounded(
  world: TestSites,
  places: readonly Place[],
  { problems }: Tally,
): Promise<void> {
  await world.sites.snapshotIdle()
  const text = await world.sites.metrics.text()
  const { bases, inside } = targetsAt(places)
  const held = keptMax(places)
  const most = {
    lectern_sites_held: held,
    lectern_sites_hot_pages: held * (bases.length + inside.length),
  }
  for (const [name, max] of Object.entries(most)) {
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    if (!(value <= max)) problems.add(`${name} is ${value}, and ${max} is the most`)
  }
  const kept = await readdir(`${world.snapshotFolder}/v1/places`)
  if (kept.length > held) problems.add(`${kept.length} places are on disk`)
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
