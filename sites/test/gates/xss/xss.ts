import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { browserIsMissing } from '../../../../server/test/test-browser.ts'
import { htmlAttacks, leaving, urlAttacks } from './xss-attacks.ts'
import { type Opened, startWatcher, type Watcher } from './xss-browser.ts'
import { hostileBodies, hostilePages, renderBreaks } from './xss-documents.ts'
import {
  type GateServer,
  type HostileSite,
  judgeAnswers,
  startGateServer,
  startHostileSite,
} from './xss-site.ts'

/**
 * Nothing that somebody writes or sends runs in a reader's browser: not with the policy of the site
 * switched off, and not with raw HTML under the policy alone.
 */
const breaks = [...renderBreaks, 'policy allows inline scripts'] as const
type Break = (typeof breaks)[number]

const documentsPerSecond = 20
const documentsFull = 20_000
const documentsPerLine = 2000
const perLoad = 40
const framesPerLoad = 12
const tabs = 8
const looksAgainMax = 5
/** A machine may be busy, so whoever looks again has patience. */
const lookAgainMs = 10_000
/** Of the real renderer, in a small run. */
const answersMax = 60
/** Of the attacks, so many run in this browser if nothing stops them; fewer, and nothing is proved. */
const liveShareMin = 0.5

await runGate<Break>({ name: 'xss', seconds: 12, breaks, run })
// A browser that hung may still be there, and would be waited for.
process.exit()

interface Setting extends GateOptions<Break> {
  readonly site: HostileSite
  readonly server: GateServer
  readonly watcher: Watcher
  readonly problems: string[]
  readonly figures: string[]
}

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  if (browserIsMissing !== false) {
    return {
      figure: 'nothing measured',
      problems: [`${browserIsMissing}: set CHROMIUM_PATH`],
    }
  }
  const site = await startHostileSite()
  const server = await startGateServer(site.sites)
  const watcher = await startWatcher()
  const setting: Setting = {
    ...options,
    site,
    server,
    watcher,
    problems: [],
    figures: [],
  }
  try {
    const isPolicy = options.broken === 'policy allows inline scripts'
    if (!isPolicy) await judgeBodies(setting)
    if (options.broken === undefined) await judgePages(setting)
    if (options.broken === undefined || isPolicy) await judgePolicy(setting)
    setting.problems.push(...(await judgeAnswers(site)))
    return { figure: setting.figures.join('; '), problems: setting.problems }
  } finally {
    await watcher.close()
    await server.stop()
    await site.sites.stop()
  }
}

/** Bodies of hostile documents, many to a page, without any policy. */
async function judgeBodies(setting: Setting): Promise<void> {
  const { seed, seconds, broken, server, figures, say } = setting
  const random = seeded(seed)
  const count = process.argv.includes('--full')
    ? documentsFull
    : seconds * documentsPerSecond
  const planted = renderBreaks.find((one) => one === broken)
  let ran = 0
  for (let done = 0; done < count; done += perLoad) {
    if (done > 0 && done % documentsPerLine === 0) say(`  ${done} of ${count} documents`)
    const bodies = await hostileBodies(random, perLoad, planted)
    const opened = await openOne(setting, server.put(documentOf(bodies)))
    ran += opened.ran.length
    if (opened.bodies !== perLoad) {
      setting.problems.push(`a body broke out of its place (documents from ${done})`)
    }
    if (setting.problems.length > 0) break
  }
  figures.push(`${count} documents without the policy: ${ran} ran`)
}

function documentOf(bodies: readonly string[]): string {
  const inside = bodies.map((body) => `<div class="hostile">${body}</div>`).join('\n')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><body>\n${inside}\n</body></html>`
}

/** Whole pages, and what the real renderer answers to hostile requests, without any policy. */
async function judgePages(setting: Setting): Promise<void> {
  const { seed, seconds, server, site, figures } = setting
  const random = seeded(seed + 1)
  const pages: string[] = []
  const isFull = process.argv.includes('--full')
  const rounds = isFull ? 500 : Math.ceil(seconds / 2)
  for (let round = 0; round < rounds; round += 1) {
    pages.push(...(await hostilePages(random)))
  }
  const answers = await site.answers(isFull ? Infinity : answersMax)
  for (const { target, reply } of answers) {
    if (reply.status >= 500) setting.problems.push(`${target} answers ${reply.status}`)
    if (reply.headers['content-type']?.startsWith('text/html') === true) {
      pages.push(reply.body)
    }
  }
  let ran = 0
  for (let at = 0; at < pages.length; at += framesPerLoad) {
    const some = framesOf(server, pages.slice(at, at + framesPerLoad))
    const opened = await openOne(setting, server.put(some))
    ran += opened.ran.length
  }
  figures.push(
    `${pages.length} whole pages, ${answers.length} of the real renderer: ${ran} ran`,
  )
}

/** Raw attacks in a page of the site, under the policy it is really sent with. */
async function judgePolicy(setting: Setting): Promise<void> {
  const { site, server, watcher, broken, figures, problems } = setting
  const { headers } = await site.sites.read(site.base)
  const sent = headers['content-security-policy']
  if (typeof sent !== 'string') {
    problems.push('pages are sent without a policy')
    return
  }
  const policy =
    broken === undefined
      ? sent
      : sent.replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline'")
  const raw = [
    ...htmlAttacks,
    ...ownScripts(site.base),
    ...leaving,
    ...urlAttacks.map(linkTo),
  ]
  const documents = raw.map(
    (attack) =>
      `<!doctype html><html lang="en"><head><title>x</title></head><body>${attack}</body></html>`,
  )
  let ran = 0
  for (let at = 0; at < raw.length; at += tabs) {
    const opened = await Promise.all(
      documents
        .slice(at, at + tabs)
        .map(async (document) =>
          watcher.open(server.put(document, { 'content-security-policy': policy })),
        ),
    )
    for (const [index, guarded] of opened.entries()) {
      const attack = raw[at + index]
      if (guarded.ran.length > 0) problems.push(`runs under the policy: ${attack}`)
      if (guarded.left.length > 0) problems.push(`leaves under the policy: ${attack}`)
      ran += guarded.ran.length
    }
  }
  const live = await countLive(setting, documents)
  const share = live / htmlAttacks.length
  if (share < liveShareMin) {
    problems.push(`only ${live} attacks run where nothing stops them`)
  }
  figures.push(
    `${raw.length} raw attacks under the policy: ${ran} ran (${live} without it)`,
  )
}

/** Without a policy, and in frames: how many of the attacks this browser would run. */
async function countLive(
  { server, watcher }: Setting,
  documents: readonly string[],
): Promise<number> {
  const ran = new Set<string>()
  for (let at = 0; at < documents.length; at += framesPerLoad) {
    const opened = await watcher.open(
      server.put(framesOf(server, documents.slice(at, at + framesPerLoad))),
    )
    for (const where of opened.ran) ran.add(where)
  }
  return ran.size
}

function framesOf(server: GateServer, documents: readonly string[]): string {
  const frames = documents.map(
    (document) => `<iframe data-of-gate src="${server.put(document)}"></iframe>`,
  )
  return `<!doctype html>${frames.join('')}`
}

function linkTo(url: string): string {
  const escaped = url.toWellFormed().replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<a href="${escaped}">x</a>`
}

/** What the site itself answers, taken for a script. */
function ownScripts(base: string): readonly string[] {
  return [
    'start.md',
    'llms.txt',
    'robots.txt',
    'rss.xml',
    '~search?q=alert(1)',
    'start',
    '~theme/x.css',
  ].map((inside) => `<script src="${base}${inside}"></script>`)
}

/** A browser that is slow for a moment is asked again: what cannot be looked at proves nothing. */
async function openOne({ watcher, problems }: Setting, url: string): Promise<Opened> {
  let opened = await watcher.open(url)
  for (let again = 0; again < looksAgainMax && opened.unseen > 0; again += 1) {
    const { ran } = opened
    opened = await watcher.open(url, lookAgainMs)
    opened = { ...opened, ran: [...ran, ...opened.ran] }
  }
  problems.push(
    ...opened.ran.map((where) => `an attack ran at ${where}`),
    ...opened.unsafe,
    ...(opened.unseen > 0
      ? [`${opened.unseen} documents of ${url} could not be looked at`]
      : []),
  )
  return opened
}
