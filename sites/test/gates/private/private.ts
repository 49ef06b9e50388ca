import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { startTestSites, type TestSites, until } from '../../test-sites.ts'
import { crawlApi } from './private-api.ts'
import {
  type Break,
  breaks,
  isOfApi,
  type LyingApi,
  startLyingApi,
} from './private-breaks.ts'
import { type Asking, Crawler, type Shot, shotsAt } from './private-crawl.ts'
import { askForFiles, closeAll, GivenFiles } from './private-files.ts'
import { judgeFilesOfSome } from './private-files-of-some.ts'
import { isIllustrated, readInside } from './private-inside.ts'
import { type Forgery, forgeries } from './private-forgeries.ts'
import {
  catchLogs,
  findSecrets,
  type Logs,
  readFolder,
  type Secret,
} from './private-secrets.ts'
import { everybody, strangers } from './private-strangers.ts'
import {
  buildPrivateWorld,
  closeDoors,
  type Entitled,
  type PrivateWorld,
} from './private-world.ts'

/** Places that no page shows: a title for authors, a file by its id. */
const unseen = new Set(['title of reusable content', 'name of a file', 'bytes of a file'])

/** Searched for in each site. */
const wordsMax = 6

/** Nobody reads what is not for them, whoever has read it before and however it is asked for. */
await runGate<Break>({ name: 'private', seconds: 5, breaks, run })

interface Setting extends GateOptions<Break> {
  /** Of the api, or of one that lies. */
  readonly apiUrl: string
  readonly sites: TestSites
  readonly world: PrivateWorld
  readonly crawler: Crawler
  readonly files: GivenFiles
  readonly logs: Logs
  readonly problems: string[]
}

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const logs = catchLogs()
  const sites = await startTestSites({
    LOG_LEVEL: 'debug',
    SEARCH_RATE_LIMIT: '0',
    FEEDBACK_RATE_LIMIT: '0',
  })
  let lying: LyingApi | undefined
  try {
    const world = await buildPrivateWorld(sites)
    if (options.broken !== undefined) {
      lying = await startLyingApi(sites, world, options.broken)
      await sites.restart({ API_URL: lying.url })
    }
    const apiUrl = lying?.url ?? sites.api.url
    const files = new GivenFiles(apiUrl)
    const crawler = new Crawler(sites, world.canaries, files)
    return await judge({
      ...options,
      apiUrl,
      sites,
      world,
      crawler,
      files,
      logs,
      problems: crawler.problems,
    })
  } finally {
    await sites.stop()
    await lying?.stop()
    logs.stop()
  }
}

async function judge(setting: Setting): Promise<GateOutcome> {
  const { apiUrl, crawler, files, world, problems, broken, sites } = setting
  const wrong = strangers(world)
  let forged = 0
  let reads = 0
  const readApi = async () => {
    const { canaries } = world
    const members = [world.adaptive, world.members]
    const found = await crawlApi({ world: sites, sites: members, canaries, url: apiUrl })
    reads = found.reads
    problems.push(...found.problems)
  }
  const all = [
    async () => warm(setting),
    async () => judgeKept(setting),
    ...wrong.map(
      (asking) => async () => crawler.crawl(asking, shotsFor(setting, asking)),
    ),
    ...wrong.map(
      (asking) => async () => crawler.crawl(asking, conditional(crawler, asking)),
    ),
    async () => {
      forged = await judgeForgeries(setting)
    },
    readApi,
    async () => mingle(setting, wrong),
    async () => judgeSeen(setting),
    async () => judgeKept(setting),
    async () => judgeAway(setting, wrong),
    async () => {
      problems.push(...(await judgeFilesOfSome(setting)))
    },
    async () => judgeFilesClosed(setting),
  ]
  const steps = isOfApi(broken) ? [readApi] : all
  if (broken === 'private pages on disk') {
    await warm(setting)
    // Readers notice it as well; here it must be found on disk.
    problems.length = 0
    steps.splice(0, 1)
  }
  for (const step of steps) {
    // A planted defect need not be found twice.
    if (broken === undefined || problems.length === 0) await step()
  }
  const figure = `${crawler.requests} requests, ${reads} reads with content tokens, ${world.canaries.length} canaries, ${wrong.length} strangers and ${world.entitled.length} readers, ${forged} forged tokens, ${files.count} URLs of files asked for ${files.requests} times, ${crawler.inside.count} drawings and fonts: ${problems.length} problems`
  return { figure, problems }
}

/** Everybody who may reads everything, so that whatever is kept is kept. Then doors are shut. */
async function warm(setting: Setting): Promise<void> {
  const { sites, world, crawler, files, problems } = setting
  await until(() => sites.sites.isLive())
  const readers = [
    ...world.entitled.map(askingOf),
    everybody(world, 'closed'),
    everybody(world, 'adaptive'),
  ]
  for (const asking of readers) {
    await crawler.crawl(asking, shotsFor(setting, asking))
    await askForFiles(sites, asking, files)
    if (isIllustrated(siteAt(world, asking.base))) {
      problems.push(...(await readInside(crawler, asking)))
    }
  }
  const sees = (closed: readonly string[]) => (reader: string) =>
    closed.includes(reader)
      ? undefined
      : readers.find(({ name }) => name === reader)?.sees
  problems.push(...(await files.judge(world.canaries, sees([]))))
  for (const { name } of readers) {
    if (!files.hasGivenTo(name)) problems.push(`${name} was given no file`)
  }
  await sites.sites.snapshotIdle()
  const onDisk = world.canaries.find(({ group }) => group === 'closed/all')?.text ?? ''
  // Proves that what lies on disk is found.
  await until(async () => (await readFolder(sites.snapshotFolder)).includes(onDisk))
  await closeDoors(sites, world)
  const closed = ['everybody at closed', 'with the other share key']
  problems.push(...(await files.judge(world.canaries, sees(closed))))
  const isShut = async () =>
    (await sites.read(world.closed.base)).status === 404 &&
    !(await readFolder(sites.snapshotFolder)).includes(onDisk)
  await until(isShut).catch(() =>
    problems.push('a site that was closed is still read or on disk after half a minute'),
  )
}

function askingOf({ isPrivate, ...entitled }: Entitled): Asking {
  return { ...entitled, isPrivate, isShut: false }
}

/** Search is asked for the very texts, which only helps those who have them already. */
function shotsFor({ sites, world, crawler }: Setting, { base }: Asking): readonly Shot[] {
  const at = siteAt(world, base)
  const words = world.canaries
    .filter(
      ({ group, place }) =>
        group.startsWith(`${at}/`) && /body|condition|title/.test(place),
    )
    .map(({ text }) => text)
    .slice(0, wordsMax)
  return [...shotsAt(base, sites.host, words), ...crawler.inside.shotsAt(base)]
}

function siteAt(world: PrivateWorld, base: string): string {
  const [, name] = base.split('/')
  const found = (
    ['shared', 'members', 'others', 'adaptive', 'unlisted', 'closed', 'draft'] as const
  ).find((one) => world[one].base.split('/')[1] === name)
  return found ?? ''
}

/** With the tags of pages that others hold: nobody may learn that a copy is still good. */
function conditional({ etags }: Crawler, { base }: Asking): readonly Shot[] {
  return [...new Set(etags.values())].slice(0, 40).flatMap((etag) => [
    { target: `${base}more`, headers: { 'if-none-match': etag } },
    {
      target: base,
      headers: { 'if-none-match': etag, range: 'bytes=0-10', 'if-range': etag },
    },
  ])
}

/** Each forged token as a cookie and in the address, at a site that is shut and at one that adapts. */
async function judgeForgeries({ world, crawler }: Setting): Promise<number> {
  const { members, others, adaptive } = world
  let count = 0
  for (const site of [members, adaptive]) {
    const forged = forgeries({ key: site.privateKey, otherSite: others.privateKey })
    count += forged.length
    for (const forgery of forged) await judgeForgery(forgery, { world, crawler, site })
  }
  return count
}

async function judgeForgery(
  { name, token }: Forgery,
  {
    world,
    crawler,
    site,
  }: Pick<Setting, 'world' | 'crawler'> & { site: PrivateWorld['members'] },
): Promise<void> {
  const isShut = site === world.members
  const asking: Asking = {
    ...everybody(world, 'adaptive'),
    ...(isShut && { sees: new Set<string>(), isShut, isPrivate: true }),
    name: `forged, ${name}`,
    base: site.base,
    headers: { cookie: `v-${site.id}=${token}` },
  }
  await crawler.crawl(
    asking,
    ['', 'more', 'llms-full.txt', 'premium/', '~search?q=conditional'].map((inside) => ({
      target: site.base + inside,
    })),
  )
  const target = `${site.base}more?jwt_token=${encodeURIComponent(token)}`
  await crawler.ask({ ...asking, headers: {}, isPrivate: false }, { target })
}

/** Those who may and those who may not, at the same time and at the same addresses. */
async function mingle(setting: Setting, wrong: readonly Asking[]): Promise<void> {
  const { seed, seconds, crawler, world } = setting
  const random = seeded(seed)
  const deadline = Date.now() + seconds * 1000
  const entitled = world.entitled
    .map(askingOf)
    .filter(({ name }) => name !== 'with the other share key')
  const all = [...entitled, ...wrong].map((asking) => ({
    asking,
    shots: shotsFor(setting, asking),
  }))
  while (Date.now() < deadline && crawler.problems.length === 0) {
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { asking, shots } = random.pick(all)
        return crawler.ask(asking, random.pick(shots))
      }),
    )
  }
}

/** A gate that shows nobody anything would hold as well. */
function judgeSeen({ world, crawler, problems }: Setting): void {
  for (const { name, sees } of world.entitled) {
    const seen = crawler.seen.get(name)
    for (const { text, group, place } of world.canaries) {
      if (!sees.has(group) || unseen.has(place) || seen?.has(text) === true) continue
      problems.push(`${name} never saw ${group} (${place}), which is for them`)
    }
  }
}

/** Nothing that opens anything is in a log, a row or on disk, and nothing private is on disk. */
async function judgeKept({ sites, world, logs, problems }: Setting): Promise<void> {
  const { shared, members, others, adaptive, entitled } = world
  const loggingMs = 400
  await new Promise((resolve) => setTimeout(resolve, loggingMs))
  if (!logs.lines().includes('"component":"sites"')) problems.push('no log was caught')
  const secrets: Secret[] = [
    { name: 'a share key', text: shared.key },
    { name: 'a revoked share key', text: shared.revokedKey },
    ...[members, others, adaptive].map(({ privateKey }) => ({
      name: 'a key of visitors',
      text: privateKey,
    })),
    ...entitled.flatMap(({ headers: { cookie } }) =>
      cookie === undefined
        ? []
        : [{ name: 'a token of a visitor', text: cookie.slice(cookie.indexOf('=') + 1) }],
    ),
    { name: 'a content token', text: 'e30.e30.' },
  ]
  problems.push(...(await findSecrets(sites, logs, secrets)))
  await sites.sites.snapshotIdle()
  const kept = await readFolder(sites.snapshotFolder)
  for (const { text, group, place } of world.canaries) {
    if (group !== 'adaptive/all' && kept.includes(text)) {
      problems.push(`${group} (${place}) is on disk`)
    }
  }
}

/** Nobody reads a file of what was unpublished, closed or deleted by a URL that they were given. */
async function judgeFilesClosed({
  sites,
  world,
  files,
  problems,
}: Setting): Promise<void> {
  await closeAll(sites, world)
  problems.push(...(await files.judge(world.canaries, () => undefined)))
}

/** Without the api, and by a renderer that has only what lies on disk. */
async function judgeAway(
  { sites, world, crawler }: Setting,
  wrong: readonly Asking[],
): Promise<void> {
  await sites.restart({ API_URL: 'http://127.0.0.1:9' })
  const before = crawler.problems.length
  for (const { base, headers } of [...world.entitled, ...wrong]) {
    const nobody = {
      ...everybody(world, 'adaptive'),
      name: 'while the api is away',
      base,
      headers,
    }
    for (const inside of ['', 'more', 'more.md', 'llms-full.txt', '~search?q=body']) {
      await crawler.ask(nobody, { target: base + inside })
    }
    await crawler.crawl(nobody, crawler.inside.shotsAt(base))
  }
  // That it fails is right here; what it shows is judged.
  const leaks = crawler.problems
    .splice(before)
    .filter((problem) => !problem.endsWith(' fails (503)'))
  crawler.problems.push(...leaks)
}
