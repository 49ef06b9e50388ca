import { readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { SiteRegistry } from '#/serve/places/registry.ts'

import { createTestSpace } from '../../../../server/test/test-edits.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import {
  must,
  publishSite,
  type SiteReply,
  startTestSites,
  type TestSites,
} from '../../test-sites.ts'
import { type AskedHost, hostCases, type Named, proxyHeaders } from './hosts-cases.ts'

/**
 * Requests name their host in every way there is, with and without proxies that are trusted: each
 * gets what that host shows and never another's, and nothing that is kept grows by it.
 */
type Break = 'port kept in origin' | 'forwarded host of anybody' | 'nothing in Vary'

const bases = { host: '', victim: '/' }
const canaries = { host: 'canary-of-the-host', victim: 'canary-of-the-victim' }
const victimHost = 'docs.victim.example'
/** Two sites, each with the scheme http and https. */
const keptMax = 4
/** A page of each site, and one that the victim's does not have, with either scheme. */
const pagesMax = 6
const heapGrowthMax = 24_000_000

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

await runGate<Break>({
  name: 'hosts',
  seconds: 10,
  breaks: ['port kept in origin', 'forwarded host of anybody', 'nothing in Vary'],
  run,
})

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const mend = options.broken === 'port kept in origin' ? keepPorts() : () => undefined
  const world = await startTestSites({ SHARED_CACHE_SECONDS: '300' })
  try {
    await prepare(world)
    return await askEverything(world, options)
  } finally {
    mend()
    await world.stop()
  }
}

/** Two sites: one on the organization's host, one on a host of its own. */
async function prepare(world: TestSites): Promise<void> {
  for (const named of ['host', 'victim'] as const) {
    const space = await createTestSpace(world.api)
    const document = { markdown: `${canaries[named]}\n` }
    await space.edit({ operation: 'insert_page', title: 'Start', document })
    const site = await publishSite(world, [space.spaceId])
    if (named === 'host') {
      bases.host = site.base
      continue
    }
    const target = { type: 'site', site: site.id }
    const admin = world.api.as('admin')
    must(await admin.put(`/custom-hostnames/${victimHost}`, { target }), 201)
    await world.api.rows('update custom_hostname set live_since = now()')
    await world.api.rows(
      'update site set hostname_live = true, epoch = epoch + 1 where id = $1',
      [site.id],
    )
  }
}

interface Tally {
  requests: number
  shown: number
  readonly problems: Set<string>
}

async function askEverything(
  world: TestSites,
  { seed, lane, broken }: GateOptions<Break>,
): Promise<GateOutcome> {
  const random = seeded(seed)
  const ports = lane === 'push' ? 20 : 1000
  const tally: Tally = { requests: 0, shown: 0, problems: new Set() }
  const [host = ''] = world.host.split(':')
  const cases = hostCases({ host, victim: victimHost }, ports, () => random.below(65_535))
  for (const mode of modes) {
    const lie = { TRUSTED_PROXIES: '127.0.0.1', SITES_HOST_HEADER: 'x-forwarded-host' }
    await world.restart(
      broken === 'forwarded host of anybody' ? lie : { ...mode.settings },
    )
    const heapBefore = await warm(world, host)
    for (const asked of cases) {
      await askOnce({ world, tally, mode, broken, asked })
    }
    await bounded(world, tally)
    const grown = heapUsed() - heapBefore
    if (grown > heapGrowthMax) {
      tally.problems.add(`the heap grew by ${(grown / 1e6).toFixed(0)} MB`)
    }
  }
  const { requests, shown, problems } = tally
  const figure = `${requests} requests in ${modes.length} settings, ${shown} pages shown, at most ${keptMax} addresses kept`
  return { figure, problems: [...problems] }
}

/** Reads each site once; returns the heap after that. */
async function warm(world: TestSites, host: string): Promise<number> {
  for (const named of ['host', 'victim'] as const) {
    const name = named === 'host' ? host : victimHost
    await world.read(bases[named], {
      host: name,
      headers: { 'x-forwarded-host': name },
    })
  }
  return heapUsed()
}

interface Asking {
  readonly world: TestSites
  readonly tally: Tally
  readonly mode: (typeof modes)[number]
  readonly broken: Break | undefined
  readonly asked: AskedHost
}

async function askOnce({ world, tally, mode, broken, asked }: Asking): Promise<void> {
  for (const { forwarded, headers } of proxyHeaders(asked)) {
    const named =
      mode.from === 'host'
        ? asked.named
        : mode.from === 'x-forwarded-host'
          ? forwarded
          : undefined
    for (const target of [bases.host, bases.victim]) {
      const reply = await world.read(target, { host: asked.host, headers })
      tally.requests += 1
      const vary = broken === 'nothing in Vary' ? '' : (reply.headers.vary ?? '')
      const what = `${JSON.stringify(mode.settings)} ${asked.host.slice(0, 60)} ${JSON.stringify(headers)} ${target}`
      for (const problem of [
        ...foreign(reply, named, target),
        ...unnamed(vary, mode.vary),
      ]) {
        tally.problems.add(`${problem}: ${what}`)
      }
      if (reply.status === 200 && reply.body.includes('canary')) tally.shown += 1
    }
  }
}

/** What is shown though the host does not name it, and what is not though it does. */
function foreign(
  { status, body, headers }: SiteReply,
  named: Named,
  target: string,
): readonly string[] {
  const problems = status >= 500 ? [`answers ${status}`] : []
  for (const each of ['host', 'victim'] as const) {
    const isShown = body.includes(canaries[each])
    const isWanted = each === named && target === bases[each]
    if (isShown && each !== named) problems.push(`shows ${canaries[each]}`)
    if (isWanted && !isShown) problems.push(`${status} does not show ${canaries[each]}`)
  }
  const { location } = headers
  if (location !== undefined && !location.startsWith('/')) {
    problems.push(`leads to ${location}`)
  }
  return problems
}

/** Headers that decide and are not in `Vary`, and those that do not and are. */
function unnamed(vary: string, wanted: readonly string[]): readonly string[] {
  return ['host', 'proto'].flatMap((name) => {
    const isNamed = vary.includes(`x-forwarded-${name}`)
    if (isNamed === wanted.includes(name)) return []
    return [`Vary has ${isNamed ? 'needlessly' : 'no'} x-forwarded-${name}`]
  })
}

async function bounded(world: TestSites, { problems }: Tally): Promise<void> {
  await world.sites.snapshotIdle()
  const text = await world.sites.metrics.text()
  const most = { lectern_sites_held: keptMax, lectern_sites_hot_pages: pagesMax }
  for (const [name, max] of Object.entries(most)) {
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    if (!(value <= max)) problems.add(`${name} is ${value}, and ${max} is the most`)
  }
  const places = await readdir(`${world.snapshotFolder}/v1/places`)
  if (places.length > keptMax) problems.add(`${places.length} places are on disk`)
}

/** Plants the defect that each request has an address of its own. */
function keepPorts(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its object below
  const { hold } = SiteRegistry.prototype
  let port = 0
  SiteRegistry.prototype.hold = function keptByPort(site, changesBefore) {
    port += 1
    return hold.call(this, { ...site, origin: `${site.origin}:${port}` }, changesBefore)
  }
  return () => {
    SiteRegistry.prototype.hold = hold
  }
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
