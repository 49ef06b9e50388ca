import { setTimeout as sleep } from 'node:timers/promises'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { hostileOverlays, hostileTexts } from './openapi-documents.ts'
import { liveIn } from './openapi-judge.ts'
import { canary } from './openapi-markup.ts'
import { type HostileNetwork, openHostileNetwork } from './openapi-network.ts'
import {
  createOpenApiWorld,
  type OpenApiWorld,
  showSpecs,
  startBystander,
  untilRead,
  watchMemory,
} from './openapi-world.ts'

/**
 * Hostile specifications, by text and by URL: all are read or refused in time, none is asked to reach
 * where it may not, nothing of one runs on a page, and others are answered meanwhile.
 */
const breaks = [
  'private addresses are asked',
  'the worker hangs',
  'the api fails',
  'memory is kept',
  'markup is shown as it is',
] as const
type Break = (typeof breaks)[number]

/** Of one source beyond what the worker had before; at full size a text of 21 MB takes more. */
const growthMegabytesMax = { push: 256, release: 400 }
/** Of what the api answers somebody else, on a machine that is busy. */
const slowestMsMax = 10_000
const pagesMax = { push: 40, release: 600 }
const scales = { push: 0.1, release: 1 }
/** A thread may wait for 30 seconds, run for 60 twice, and a source may take a minute. */
const readWithinMs = 240_000

await runGate<Break>({ name: 'openapi', seconds: 60, breaks, run })

interface Setting extends GateOptions<Break> {
  readonly network: HostileNetwork
  readonly on: OpenApiWorld
  readonly problems: string[]
  readonly figures: string[]
  readonly counts: Counts
}

interface Counts {
  read: number
  refused: number
  hanging: number
  grownMost: number
}

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { broken } = options
  const network = await openHostileNetwork()
  const on = await createOpenApiWorld({
    egress:
      broken === 'private addresses are asked' ? '127.0.0.0/8,::1/128' : '127.0.0.1/32',
    ...(broken === 'memory is kept' && { worker: keeping() }),
  })
  const counts = { read: 0, refused: 0, hanging: 0, grownMost: 0 }
  const setting = { ...options, network, on, problems: [], figures: [], counts }
  try {
    await judge(setting)
    return { figure: setting.figures.join('; '), problems: setting.problems }
  } finally {
    if (broken === 'the worker hangs') on.worker.child.kill('SIGCONT')
    await on.close()
    network.close()
  }
}

/** A worker that fills memory some seconds after its start and gives none back. */
function keeping(): Readonly<Record<string, string>> {
  const source = `setTimeout(()=>{globalThis.kept=Buffer.alloc(400_000_000,1)},20_000).unref()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` }
}

async function judge(setting: Setting): Promise<void> {
  const { on, broken, network, problems, figures } = setting
  await readOne(on)
  const bystander = startBystander(on)
  if (broken === 'the worker hangs') on.worker.child.kill('SIGSTOP')
  if (broken === 'the api fails') {
    await on.world.instance.db.raw('alter table openapi_spec_version rename to gone')
  }
  const shown = await publishTexts(setting)
  await publishUrls(setting)
  await watched(setting, 'overlays', async () => putOverlays(on, shown))
  if (broken === undefined || broken === 'markup is shown as it is') {
    await judgePages(setting, shown)
  }
  const { reads, failed, slowestMs } = await bystander.stop()
  problems.push(...on.failures)
  if (on.worker.child.exitCode !== null) problems.push('the worker ended')
  if (network.trapped() > 0) {
    problems.push(`${network.trapped()} connections to addresses that are not public`)
  }
  if (failed > 0) problems.push(`${failed} reads of somebody else failed`)
  if (slowestMs > slowestMsMax) {
    problems.push(`somebody else waited for ${slowestMs.toFixed(0)} ms`)
  }
  const { read, refused, hanging, grownMost } = setting.counts
  figures.unshift(
    `${read + refused + hanging} hostile sources: ${read} read, ${refused} refused in words, ${hanging} hanging`,
  )
  figures.push(
    `${network.trapped()} connections to private addresses`,
    `${on.failures.length} failures of the server`,
    `worker at most ${grownMost.toFixed(0)} MB over before`,
    `${reads} reads of others, ${failed} failed, slowest ${slowestMs.toFixed(0)} ms`,
  )
}

/** Does something while the memory of the worker is watched. */
async function watched(
  { on, lane, problems, counts }: Setting,
  what: string,
  done: () => Promise<unknown>,
): Promise<void> {
  const memory = await watchMemory(on.worker.child.pid ?? 0)
  await done()
  const grown = memory.stop() - memory.before
  counts.grownMost = Math.max(counts.grownMost, grown)
  if (grown > growthMegabytesMax[lane]) {
    problems.push(`${what}: the worker took ${grown.toFixed(0)} MB more than before`)
  }
}

/** A worker that has read something, which is what it is compared with. */
async function readOne(on: OpenApiWorld): Promise<void> {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'First', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: 'x' } } } } },
  })
  await on.call('PUT', `${on.specs}/first`, { source: { text } })
  if ((await untilRead(on, 'first', 120_000))?.lastVersion === undefined) {
    throw new Error('The worker reads nothing')
  }
  await sleep(1000)
}

interface Sent {
  readonly slug: string
  readonly name: string
  readonly isRead?: true
}

/** Texts one after the other, so that each is known by its memory; answers what pages can be made of. */
async function publishTexts(setting: Setting): Promise<readonly string[]> {
  const { network, lane, seed } = setting
  const texts = hostileTexts(scales[lane])
  const shown: string[] = []
  for (const [at, { text, isShown, ...one }] of shuffled(texts, seed).entries()) {
    const sent = { ...one, slug: `text-${at}` }
    await watched(setting, one.name, async () => {
      await put(setting, sent, { text })
      const wasRead = await judgeRead(setting, sent)
      if (wasRead && isShown === true) shown.push(sent.slug)
    })
    if (setting.counts.hanging > 0) return shown
  }
  const astray = { slug: 'astray', name: 'references to private addresses' }
  await put(setting, astray, { text: network.astray })
  await judgeRead(setting, astray)
  return shown
}

/** All together, since some keep the server waiting. */
async function publishUrls(setting: Setting): Promise<void> {
  const { network } = setting
  if (setting.counts.hanging > 0) return
  await watched(setting, 'sources at URLs', async () => {
    const sent = network.paths.map((path, at) => ({ slug: `url-${at}`, name: path }))
    for (const one of sent) await put(setting, one, { url: network.origin + one.name })
    for (const one of sent) await judgeRead(setting, one)
  })
}

async function put(
  { on, problems }: Setting,
  { slug, name }: Sent,
  source: object,
): Promise<void> {
  const { status } = await on.call('PUT', `${on.specs}/${slug}`, { source })
  if (status !== 201) problems.push(`${name}: answered ${status}`)
}

/** Whether a source became a version; every other is refused in words. */
async function judgeRead(
  { on, broken, problems, counts, say }: Setting,
  { slug, name, isRead }: Sent,
): Promise<boolean> {
  const startedMs = performance.now()
  // Where the worker never reads anything, the first that waits is enough to know it.
  const patienceMs = broken === 'the worker hangs' ? 5000 : readWithinMs
  const found = await untilRead(on, slug, patienceMs)
  const tookMs = performance.now() - startedMs
  if (found === undefined) {
    counts.hanging += 1
    problems.push(`${name}: never read`)
    return false
  }
  const wasRead = found.lastVersion !== undefined
  counts[wasRead ? 'read' : 'refused'] += 1
  const told = reasonIn(found)
  say(`  ${name}: ${wasRead ? 'read' : told.slice(0, 120)} (${tookMs.toFixed(0)} ms)`)
  if (!wasRead && told === '') problems.push(`${name}: refused without a word`)
  if (isRead === true && !wasRead) problems.push(`${name}: refused: ${told}`)
  if (wasRead) await look(on, slug)
  return wasRead
}

function reasonIn({
  lastProcessedErrors: [first] = [],
}: {
  lastProcessedErrors?: { message: string }[]
}): string {
  return first?.message ?? ''
}

function shuffled<Each>(list: readonly Each[], seed: number): readonly Each[] {
  const random = seeded(seed)
  return list
    .map((each) => ({ each, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each)
}

/** Everything that answers something of a specification; failures are noted by the caller's client. */
async function look(on: OpenApiWorld, slug: string): Promise<void> {
  const spec = `${on.specs}/${slug}`
  const { body } = await on.call('GET', `${spec}/versions/latest`)
  for (const path of ['content', 'content/raw']) {
    await on.call('GET', `${spec}/versions/latest/${path}`)
  }
  await on.call('GET', `${on.specs}/first`)
  await on.call('GET', `${spec}/versions/${body?.id}/changes`)
  const parts = [
    { kind: 'schema', name: 'A' },
    { kind: 'schema', name: '__proto__' },
    { kind: 'operation', name: 'post /a' },
    { kind: 'webhook', name: 'post constructor' },
  ]
  await on.call('POST', `${spec}/parts`, { parts })
}

/** Where overlays can be kept; they come to every specification that is shown. */
async function putOverlays(on: OpenApiWorld, shown: readonly string[]): Promise<void> {
  for (const [at, text] of hostileOverlays().entries()) {
    const slug = shown[at % Math.max(1, shown.length)]
    if (slug === undefined) return
    await on.call('PUT', `${on.specs}/${slug}/overlays/hostile-${at}`, { text })
  }
  for (const slug of shown) {
    await untilRead(on, slug, readWithinMs)
    await look(on, slug)
  }
}

async function judgePages(setting: Setting, shown: readonly string[]): Promise<void> {
  const { on, lane, broken, problems, figures } = setting
  const { targets } = await showSpecs(on, shown)
  setting.say(`  ${targets.length} pages are made`)
  let words = 0
  let live = 0
  // Evenly from all of them, so that each specification is among them.
  const step = Math.max(1, Math.ceil(targets.length / pagesMax[lane]))
  const some = targets.filter((_, at) => at % step === 0)
  for (const target of some) {
    const { status, headers, body } = await readPage(on, target)
    // Where a site begins, it leads to its first page.
    if (status !== 200 && status !== 308) {
      problems.push(`${target.slice(0, 100)} answered ${status}`)
    }
    if (headers['content-type']?.startsWith('text/html') !== true) continue
    words += body.split(canary).length - 1
    const page = broken === 'markup is shown as it is' ? unescaped(body) : body
    const found = liveIn(page)
    live += found.length
    problems.push(...found.map((each) => `${target.slice(0, 100)}: ${each}`))
    const markdown = await readPage(on, `${target.replace(/\/$/, '')}.md`)
    if (markdown.status >= 500) problems.push(`${target}.md answered ${markdown.status}`)
    const type = markdown.headers['content-type'] ?? ''
    if (markdown.status === 200 && /html|script/.test(type)) {
      problems.push(`${target}.md is answered as a page`)
    }
  }
  // A page without a hostile text shows nothing about how these are shown.
  if (words === 0) problems.push('no hostile text is on any page')
  figures.push(
    `${some.length} of ${targets.length} pages with ${words} hostile texts: ${live} could run`,
  )
}

/** A renderer that waits for a busy api says so with 503; it is asked again. */
async function readPage({ sites }: OpenApiWorld, target: string) {
  for (let asked = 1; ; asked += 1) {
    const page = await sites.read(target, { accept: 'text/html' })
    if (page.status !== 503 || asked === 5) return page
    await sleep(2000)
  }
}

function unescaped(page: string): string {
  return page.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}
