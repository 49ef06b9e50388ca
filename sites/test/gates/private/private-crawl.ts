import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { etagOf } from '#/serve/pages/composer.ts'

import type { SiteReply, TestSites } from '../../test-sites.ts'
import type { GivenFiles } from './private-files.ts'
import { GivenInside } from './private-inside.ts'
import type { Canary } from './private-world.ts'

/** One request of a reader. */
export interface Shot {
  readonly target: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly host?: string
  readonly body?: string
}

/** Who asks, where, and what they may be told. */
export interface Asking {
  readonly name: string
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  readonly sees: ReadonlySet<string>
  /** Whether the site is hidden from them as a whole. */
  readonly isShut: boolean
  /** Whether what they get is for them alone. */
  readonly isPrivate: boolean
}

const pages = [
  '',
  'more',
  'group/inner',
  'hidden',
  'paid',
  'paid/below',
  'removed',
  'switched',
  'turned',
  'premium/',
  'premium/second',
  'premium/deep',
]

/** Everything a site answers, below where it begins; words are what its texts consist of. */
function insideOf(words: readonly string[]): readonly string[] {
  return [
    ...pages,
    'index.md',
    'start',
    'start.md',
    'more.md',
    'group',
    'group/inner.md',
    'hidden.md',
    'paid.md',
    'paid/below.md',
    'switched.md',
    'paid/rss.xml',
    'paid/~pdf',
    'premium',
    'premium/index.md',
    'premium/second.md',
    'robots.txt',
    'sitemap.xml',
    'sitemap-pages.xml',
    'premium/sitemap-pages.xml',
    'llms.txt',
    'llms-full.txt',
    'rss.xml',
    'more/rss.xml',
    'premium/rss.xml',
    '~search',
    '~assets/main.css',
    '~theme/x.css',
    '~icon/x.svg',
    '~pdf',
    '~pdf?page=x',
    'premium/~pdf',
    'more?visitor.plan=paid',
    'premium/?visitor.plan=paid&visitor.beta=true',
    '~feedback',
    '~print/x',
    '~/changes/1/',
    '~/revisions/x/',
    '~healthz',
    'old-more',
    'old-premium',
    'mroe',
    'premum/secnd',
    'body',
    'conditional-only',
    '.well-known/security.txt',
    'favicon.ico',
    ...['body', 'conditional', 'only', 'also', 'page', ...words].map(
      (word) => `~search?q=${word}`,
    ),
  ]
}

const tricks: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/markdown' },
  { accept: 'application/json' },
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip;q=0.5, *;q=0' },
  { range: 'bytes=0-' },
  { 'if-none-match': '*' },
  { 'cache-control': 'no-cache' },
  { 'cache-control': 'only-if-cached' },
  { 'x-original-url': '/', 'x-rewrite-url': '/' },
  { 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'GET' },
  { authorization: 'Bearer lectern' },
  { cookie: 'v-=x; p-=y; u-=z; __Host-v-=z' },
]

/** The same page asked for in every way that could be mistaken for somebody else's. */
export function shotsAt(
  base: string,
  host: string,
  words: readonly string[],
): readonly Shot[] {
  const plain = insideOf(words).map((inside): Shot => ({ target: base + inside }))
  const asked = [
    '',
    'more',
    'premium/second',
    'llms-full.txt',
    `~search?q=${words[0] ?? 'body'}`,
  ]
  const tricked = asked.flatMap((inside) =>
    tricks.map((headers): Shot => ({ target: base + inside, headers })),
  )
  const [, name = ''] = base.split('/')
  const spelled = [
    `/${base}more`,
    `${base}/more`,
    `${base}more/`,
    `${base}MORE`,
    `${base}m%6Fre`,
    `${base}./more`,
    `${base}x/../more`,
    `${base}more;a=b`,
    `${base}more%00`,
    `${base}more%2f`,
    `${base}more?a=b`,
    `${base}more#x`,
    `/${name.toUpperCase()}/more`,
    `/${name}`,
    `/${name}%2fmore`,
    `/~print/${name}`,
  ].map((target): Shot => ({ target }))
  const ways: Shot[] = [
    { target: `${base}more`, method: 'HEAD' },
    { target: base, method: 'HEAD' },
    { target: `${base}more`, method: 'OPTIONS' },
    { target: `${base}more`, method: 'POST', body: 'a=b', headers: form },
    {
      target: `${base}~feedback?page=x`,
      method: 'POST',
      body: 'rating=good',
      headers: form,
    },
    { target: `${base}more`, host: host.replace(/:\d+$/, '') },
    { target: `${base}more`, host: host.toUpperCase() },
    { target: `${base}more`, host: host.replace(':', '.:') },
    {
      target: `${base}more`,
      host: 'evil.example',
      headers: { 'x-forwarded-host': host },
    },
    {
      target: `${base}more`,
      host: 'evil.example',
      headers: { forwarded: `host=${host}` },
    },
    { target: `${base}more`, headers: { 'x-forwarded-host': 'evil.example' } },
  ]
  return [...plain, ...tricked, ...spelled, ...ways]
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Asks, and says what is wrong with the answer. */
export class Crawler {
  readonly problems: string[] = []
  /** Canaries that were seen by whoever may, by reader. */
  readonly seen = new Map<string, Set<string>>()
  /** By address: what somebody entitled holds of a page. */
  readonly etags = new Map<string, string>()
  readonly inside = new GivenInside()
  requests = 0
  readonly #world: TestSites
  readonly #canaries: readonly Canary[]
  readonly #files: GivenFiles

  constructor(world: TestSites, canaries: readonly Canary[], files: GivenFiles) {
    this.#world = world
    this.#canaries = canaries
    this.#files = files
  }

  async ask(asking: Asking, shot: Shot): Promise<SiteReply> {
    const headers = { ...asking.headers, ...shot.headers }
    if (
      asking.headers['cookie'] !== undefined &&
      shot.headers?.['cookie'] !== undefined
    ) {
      headers['cookie'] = `${shot.headers['cookie']}; ${asking.headers['cookie']}`
    }
    const reply = await this.#world.read(shot.target, { ...shot, headers })
    this.requests += 1
    const whole = textOf(reply)
    this.#files.note(asking.name, whole)
    this.inside.note(asking.name, whole)
    const text = whole.toLowerCase()
    const sent = decoded(shot.target)
    const found = this.#canaries.filter(
      (canary) => text.includes(canary.text) && !sent.includes(canary.text),
    )
    for (const canary of found) {
      if (asking.sees.has(canary.group)) this.#saw(asking.name, canary)
      else this.#fault(asking, shot, `shows ${canary.group} (${canary.place})`, reply)
    }
    if (reply.status >= 500) this.#fault(asking, shot, 'fails', reply)
    if (asking.isShut) this.#judgeShut(asking, shot, reply)
    else if (asking.isPrivate) this.#judgePrivate(asking, shot, reply)
    if (reply.status === 200) this.etags.set(shot.target, etagOf(reply.bytes))
    return reply
  }

  /** All of it, some requests at a time, as several readers would. */
  async crawl(asking: Asking, shots: readonly Shot[]): Promise<void> {
    for (let at = 0; at < shots.length; at += atOnce) {
      await Promise.all(
        shots.slice(at, at + atOnce).map(async (shot) => this.ask(asking, shot)),
      )
    }
  }

  /** Nothing of a site that is not for them, not even that somebody's copy is still good. */
  #judgeShut(asking: Asking, shot: Shot, reply: SiteReply): void {
    const isAnswer = reply.status < 300 || reply.status === 304
    if (isAnswer && !isOfHost(shot.target)) {
      this.#fault(asking, shot, 'is answered', reply)
    }
    if (reply.headers.etag !== undefined) this.#fault(asking, shot, 'has a tag', reply)
    this.#judgeHeaders(asking, shot, reply)
  }

  #judgePrivate(asking: Asking, shot: Shot, reply: SiteReply): void {
    if (reply.headers['surrogate-key'] !== undefined) {
      this.#fault(asking, shot, 'is named to caches', reply)
    }
    this.#judgeHeaders(asking, shot, reply)
  }

  #judgeHeaders(asking: Asking, shot: Shot, reply: SiteReply): void {
    if (isOfNoSite(shot, reply)) return
    const { headers } = reply
    const caching = headers['cache-control'] ?? ''
    // None of these says anything of what is private.
    const isAsset = /~(?:assets|theme|fonts)\//.test(shot.target)
    const isCacheable = isAsset
      ? caching.includes('public')
      : !caching.includes('no-store')
    const isRespelled =
      reply.status === 308 && caching.startsWith('private, max-age=3600')
    if (isCacheable && !isRespelled) {
      this.#fault(asking, shot, `may be kept: ${caching}`, reply)
    }
    if (headers['referrer-policy'] !== 'no-referrer') {
      this.#fault(asking, shot, 'sends a referrer', reply)
    }
    if (headers['x-robots-tag'] !== 'noindex' && !isRespelled) {
      this.#fault(asking, shot, 'may be indexed', reply)
    }
  }

  #saw(reader: string, canary: Canary): void {
    const seen = this.seen.get(reader) ?? new Set()
    seen.add(canary.text)
    this.seen.set(reader, seen)
  }

  #fault(asking: Asking, shot: Shot, what: string, reply: SiteReply): void {
    const details = shot.headers === undefined ? '' : ` ${JSON.stringify(shot.headers)}`
    this.problems.push(
      `${asking.name}: ${shot.method ?? 'GET'} ${shot.target}${details} ${what} (${reply.status})`,
    )
  }
}

const atOnce = 8

/** What the address alone decides. */
function isOfNoSite({ target, host }: Shot, { status }: SiteReply): boolean {
  return status === 400 || status === 405 || host !== undefined || isOfHost(target)
}

/** Health, and the robots of a host, are of no site. */
function isOfHost(target: string): boolean {
  return /^\/(?:~healthz|robots\.txt)$/.test(target)
}

function textOf({ headers, bytes }: SiteReply): string {
  return `${JSON.stringify(headers)}\n${decompressed(headers['content-encoding'], bytes)}`
}

function decompressed(encoding: string | undefined, bytes: Buffer): string {
  if (bytes.length === 0) return ''
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target).toLowerCase()
  } catch {
    return target.toLowerCase()
  }
}
