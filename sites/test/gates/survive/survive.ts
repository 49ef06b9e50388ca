import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'
import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import {
  asBrowser,
  createSitesWorld,
  type GateSite,
  publishSpace,
  type SitesProcess,
  type SitesWorld,
  until,
} from '../site-processes.ts'

/**
 * PostgreSQL and api go away, the renderer is killed meanwhile and starts again: every page of public
 * sites is still answered, those nobody has read too, and nothing of private ones.
 */
type Break = 'nothing on disk' | 'private on disk' | 'api stays away'

const full = { seconds: 60, pages: 1000 }
const pagesSmall = 200
const changesPerEdit = 50
const readsAtOnce = 8
/** On a machine that is busy with other things, too. */
const freshWithinMs = 180_000

interface Scene {
  readonly world: SitesWorld
  readonly cluster: PostgresCluster
  /** Addresses of all pages of public sites, with what each must say. */
  readonly pages: ReadonlyMap<string, string>
  readonly spaceId: string
  readonly openedBase: string
  readonly privateTargets: readonly string[]
  /** Stands in every private page, and nowhere else. */
  readonly canary: string
  readonly closed: GateSite
}

interface Tally {
  answered: number
  readonly problems: Set<string>
}

await runGate<Break>({
  name: 'survive',
  seconds: 5,
  breaks: ['nothing on disk', 'private on disk', 'api stays away'],
  run,
})

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster({ fsync: 'off' })
  try {
    const world = await createSitesWorld(cluster.url)
    try {
      return await survive(world, cluster, options)
    } finally {
      await world.close()
    }
  } finally {
    await cluster.remove()
  }
}

async function survive(
  world: SitesWorld,
  cluster: PostgresCluster,
  { seconds, broken, say }: GateOptions<Break>,
): Promise<GateOutcome> {
  const { values } = parseArgs({
    options: { full: { type: 'boolean' } },
    strict: false,
  })
  const isFull = values['full'] === true
  const outageMs = (isFull ? full.seconds : seconds) * 1000
  const more: Record<string, string> =
    broken === 'nothing on disk' ? { SNAPSHOT_BYTES_MAX: '0' } : {}
  const { scene, sites } = await prepare(world, cluster, {
    pagesCount: isFull ? full.pages : pagesSmall,
    more,
  })
  const tally: Tally = { answered: 0, problems: new Set() }
  if (broken === 'private on disk') await plantOnDisk(scene)

  // Acknowledged a moment before the end: the renderer may have heard of it and not read it yet.
  await edit(scene, 'Edited at the last moment.')
  await cluster.stop()
  const outageBegan = performance.now()
  await readAll(scene, sites, tally, 'without PostgreSQL')
  await world.api.kill()
  await readAll(scene, sites, tally, 'without api')
  await sites.kill()
  const again = await world.startSites(more)
  let rounds = 2
  do {
    rounds += 1
    await readAll(scene, again, tally, 'after a restart')
    await sleep(200)
  } while (performance.now() - outageBegan < outageMs)
  const awaySeconds = (performance.now() - outageBegan) / 1000
  for (const problem of await leaksOnDisk(scene)) tally.problems.add(problem)
  say(`  ${rounds} readings of ${scene.pages.size} pages in ${awaySeconds.toFixed(1)} s`)

  await cluster.start()
  if (broken !== 'api stays away') await world.startApiAgain()
  const freshMs = await untilFresh(scene, again, tally)
  return {
    figure:
      `${tally.answered} of ${rounds * scene.pages.size} readings of ${scene.pages.size} ` +
      `public pages answered 200 while PostgreSQL and api were away for ` +
      `${awaySeconds.toFixed(1)} s, through a restart; fresh ${freshMs.toFixed(0)} ms after the return`,
    problems: [...tally.problems],
  }
}

interface Preparing {
  readonly pagesCount: number
  readonly more: Readonly<Record<string, string>>
}

async function prepare(
  world: SitesWorld,
  cluster: PostgresCluster,
  { pagesCount, more }: Preparing,
): Promise<{ scene: Scene; sites: SitesProcess }> {
  const canary = `canary-${randomUUID()}`
  const half = pagesCount / 2
  const unread = await createPages(world, { label: 'unread', count: half })
  const manual = await publishSpace(world, { title: 'Manual', spaceId: unread })
  const sites = await world.startSites(more)
  const opened = await createPages(world, { label: 'opened', count: half })
  const guide = await publishSpace(world, { title: 'Guide', spaceId: opened })

  const secret = await createPages(world, { label: canary, count: 3 })
  const visibility = 'share-link'
  const notes = await publishSpace(world, { title: 'Notes', spaceId: secret, visibility })
  const target = `/orgs/${world.instance.sample.organization}/sites/${notes.id}`
  const link = await world.send('POST', `${target}/share-links`, { name: 'Gate' })
  const linked = new URL(link.urls.published).pathname.replace(/\/?$/, '/')

  const closing = await createPages(world, { label: canary, count: 3 })
  const closed = await publishSpace(world, { title: 'Closed', spaceId: closing })

  // One page of each is opened; of the manual none.
  for (const base of [guide.base, linked, closed.base]) {
    const page = await sites.read(base)
    if (page.status !== 200) throw new Error(`${base} answered ${page.status}`)
  }
  if (Object.keys(more).length === 0) {
    const kept = path.join(world.snapshotFolder, 'v1/places')
    await until('public sites are on disk', async () => {
      const names = await readdir(kept)
      return [manual, guide, closed].every(({ id }) =>
        names.some((name) => name.startsWith(`${id}.`)),
      )
    })
  }
  await world.send(
    'PATCH',
    `/orgs/${world.instance.sample.organization}/sites/${closed.id}`,
    { visibility },
  )
  await until('it is closed', async () => (await sites.read(closed.base)).status === 404)

  const addresses = (base: string, label: string) =>
    Array.from(
      { length: half },
      (_, at) =>
        [base + (at === 0 ? '' : `page-${at}`), `This is page ${at}, ${label}.`] as const,
    )
  const scene: Scene = {
    world,
    cluster,
    pages: new Map([
      ...addresses(manual.base, 'unread'),
      ...addresses(guide.base, 'opened'),
    ]),
    spaceId: opened,
    openedBase: guide.base,
    privateTargets: [linked, `${linked}page-1`, closed.base, `${closed.base}page-1`],
    canary,
    closed,
  }
  return { scene, sites }
}

async function createPages(
  { instance, send }: SitesWorld,
  { label, count }: { label: string; count: number },
): Promise<string> {
  const spaces = `/orgs/${instance.sample.organization}/spaces`
  const { id } = await send('POST', spaces, { title: 'Pages', empty: true })
  const changes = Array.from({ length: count }, (_, at) => ({
    operation: 'insert_page',
    title: `Page ${at}`,
    document: { markdown: `This is page ${at}, ${label}.\n` },
  }))
  for (let at = 0; at < count; at += changesPerEdit) {
    await send('POST', `/spaces/${id}/content`, {
      changes: changes.slice(at, at + changesPerEdit),
    })
  }
  return id
}

/** Adds to the second page of what was opened, so that its sentence stays. */
async function edit({ world, spaceId }: Scene, sentence: string): Promise<void> {
  const pages = await world.send('GET', `/spaces/${spaceId}/content/pages`)
  await world.send('POST', `/spaces/${spaceId}/content`, {
    changes: [
      {
        operation: 'update_page',
        page: pages.pages[1].id,
        document: { markdown: `This is page 1, opened. ${sentence}\n` },
      },
    ],
  })
}

async function readAll(
  scene: Scene,
  sites: SitesProcess,
  tally: Tally,
  when: string,
): Promise<void> {
  const waiting = [...scene.pages]
  async function readOn(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [target, sentence] = next
      // Some are people with browsers.
      const headers = waiting.length % 2 === 0 ? asBrowser : {}
      const page = await sites.read(target, headers)
      if (page.status !== 200) {
        tally.problems.add(`${when}, ${target} answered ${page.status}`)
      } else if (!page.body.includes(sentence.slice(0, -1))) {
        tally.problems.add(`${when}, ${target} did not say "${sentence}"`)
      } else tally.answered += 1
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readOn))
  for (const target of scene.privateTargets) {
    const page = await sites.read(target)
    const clear = /<h1[^>]*>[^<]+<\/h1>/.test(page.body)
    // That a site is closed is remembered for a moment, and may be said during that.
    const isKnown = page.status === 404 && target.startsWith(scene.closed.base)
    const isAway = page.status === 503 && page.headers['retry-after'] !== undefined
    if (!clear || (!isAway && !isKnown)) {
      tally.problems.add(`${when}, the private ${target} answered ${page.status}`)
    }
    if (page.body.includes(scene.canary)) {
      tally.problems.add(`${when}, the private ${target} showed what it says`)
    }
  }
}

async function leaksOnDisk({ world, canary }: Scene): Promise<readonly string[]> {
  const folder = world.snapshotFolder
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const problems: string[] = []
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    const text = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes
    if (text.includes(canary)) {
      problems.push(`${path.relative(folder, file)} holds a private page`)
    }
  }
  return problems
}

async function plantOnDisk({ world, canary, closed }: Scene): Promise<void> {
  const file = path.join(world.snapshotFolder, 'v1/places', `${closed.id}.planted.gz`)
  await writeFile(file, gzipSync(JSON.stringify({ planted: canary })))
}

/** From the return until what is written after it is shown, without an age, and private pages too. */
async function untilFresh(
  scene: Scene,
  sites: SitesProcess,
  tally: Tally,
): Promise<number> {
  const began = performance.now()
  const sentence = 'Written after the return.'
  const [linked = ''] = scene.privateTargets
  try {
    await edit(scene, sentence)
    await until(
      'everything is fresh',
      async () => {
        const page = await sites.read(`${scene.openedBase}page-1`)
        const isFresh = page.body.includes(sentence) && page.headers.age === undefined
        return isFresh && (await sites.read(linked)).status === 200
      },
      freshWithinMs,
    )
    const closed = await sites.read(scene.closed.base)
    if (closed.status !== 404) {
      tally.problems.add(`after the return, the closed site answered ${closed.status}`)
    }
  } catch (error) {
    tally.problems.add(`after the return: ${String(error)}`)
  }
  return performance.now() - began
}
