import type { FastifyReply, FastifyRequest } from 'fastify'

import { hasVisitorCookie } from '#/serve/http/cookies.ts'
import { encodingFor, isHeld, prefersMarkdown } from '#/serve/http/accept.ts'
import { closedToRobots, robotsOfHost } from '#/serve/feeds/robots.ts'
import type { Forwarded } from '#/serve/http/forwarded.ts'
import { type ReaderUrl, readerUrl, spelledPath } from '#/serve/http/reader-url.ts'
import { privateHeaders } from '#/serve/http/security-headers.ts'
import { writeAnswer, writeNotModified, writeReady } from '#/serve/http/write-answer.ts'
import type { Logger } from '#/serve/logging.ts'
import type { Metrics } from '#/serve/metrics.ts'
import { etagOf } from '#/serve/pages/composer.ts'
import { encodedPage, type HotPage, type HotPages } from '#/serve/pages/hot-pages.ts'
import { HeadReplacedError } from '#/serve/places/head-replaced.ts'
import type { BeginVisit } from '#/serve/places/begin-visit.ts'
import type { Located, Locator, Wanted } from '#/serve/places/locate.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import { ApiAwayError, TokenRefusedError } from '#/serve/reads/api.ts'
import { isOpen } from '#/serve/reads/scope.ts'
import type { SiteCheck } from '#/serve/stream/site-check.ts'

import { answerVisit } from './answer-visit.ts'
import { answerElsewhere, errorPage } from './error-answers.ts'
import { beginSignIn, finishSignIn, siteEnteredAt } from './member-sign-in.ts'
import type { SiteHeaders } from './site-headers.ts'
import type { Tools } from './tools.ts'
import { plain, type Produced, redirect, text, type Visit, withQuery } from './visit.ts'
import {
  type Accepted,
  holdsToken,
  intoCookie,
  isNavigation,
  rememberSaid,
  wantedBy,
  wantsFresh,
} from './visitor.ts'

export interface ServingOptions {
  readonly tools: Tools
  readonly locator: Locator
  readonly check: SiteCheck
  /** The version of a site that is on disk. */
  readonly keptOf: (held: HeldSite) => Promise<HeldSite | undefined>
  /** Called with each site that a reader is shown. */
  readonly onRead: (held: HeldSite) => void
  /** Exchanges what a member brings from signing in. */
  readonly beginVisit: BeginVisit
  readonly hotPages: HotPages
  readonly headers: SiteHeaders
  readonly forwarded: Forwarded
  readonly metrics: Metrics
  readonly log: Logger
  /** Whether cookies of visitors may use plain http; in production they need https. */
  readonly isDevelopment: boolean
}

interface Made {
  readonly held: HeldSite
  readonly produced: Produced
}

/** Answers the requests of readers. */
export class Serving {
  readonly #options: ServingOptions

  constructor(options: ServingOptions) {
    this.#options = options
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { protocol, host } = this.#options.forwarded.of(request)
    const url = readerUrl(protocol, host, request.raw.url ?? '')
    if (url === undefined) {
      const refusal = plain(400, 'The host or the path of this request is not valid.')
      return this.#send(reply, { isHttps: protocol === 'https' }, refusal)
    }
    if (isNavigation(request)) await this.#confirm(url)
    const page = this.#ready(request, url)
    if (page !== undefined) {
      this.#options.metrics.count('pages', 'memory')
      return this.#sendPage(request, reply, page)
    }
    try {
      await this.#answer(request, reply, url)
    } catch (error) {
      await this.#send(reply, url, this.#failure(error, request, url))
    }
  }

  /** Checks the site with the api: the reader may have just merged, ahead of the stream. */
  async #confirm({ origin, path }: ReaderUrl): Promise<void> {
    const { locator, check, metrics } = this.#options
    const scope = locator.current(origin, path)?.site.scope
    if (scope === undefined) return
    try {
      await check.confirm(scope)
    } catch {
      // Without the check, the site stays as the stream last reported it.
      metrics.count('apiFailures', 'siteNow')
    }
  }

  /** A cached page that is up to date, for a reader without cookies. */
  #ready(request: FastifyRequest, url: ReaderUrl): HotPage | undefined {
    const { headers, method } = request
    if (method === 'POST' || hasVisitorCookie(headers.cookie) || wantsFresh(request)) {
      return undefined
    }
    const page = this.#cached(request, url)
    if (page === undefined) return undefined
    const held = this.#options.locator.current(url.origin, url.path)
    if (held?.generation !== page.generation) return undefined
    this.#options.onRead(held)
    return page
  }

  /** A cached page of any age at this address, if the request asks for the page as it is. */
  #cached({ headers, method }: FastifyRequest, url: ReaderUrl): HotPage | undefined {
    const isPlain =
      method !== 'POST' && url.query === '' && !prefersMarkdown(headers.accept)
    return isPlain ? this.#options.hotPages.get(url.origin + url.path) : undefined
  }

  /** A cached page of the site that a reader is shown, whose cookies may have changed nothing. */
  #sameForAll(
    request: FastifyRequest,
    url: ReaderUrl,
    held: HeldSite,
  ): HotPage | undefined {
    const isShared =
      isOpen(held.site.scope) && this.#options.locator.ageSeconds(held) === 0
    const page = isShared ? this.#cached(request, url) : undefined
    return page?.generation === held.generation ? page : undefined
  }

  async #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    url: ReaderUrl,
  ): Promise<void> {
    const spelled = spelledPath(url.path)
    if (spelled === undefined) {
      return this.#send(reply, url, plain(400, 'This path is not valid.'))
    }
    if (spelled !== url.path && request.method !== 'POST') {
      const respelled = redirect(withQuery(spelled, url), 'unplaced')
      const headers = { ...respelled.headers, ...(holdsToken(url) && privateHeaders) }
      return this.#send(reply, url, { ...respelled, headers })
    }
    const entered = siteEnteredAt(url)
    if (entered !== undefined && request.method !== 'POST') {
      return this.#send(reply, url, await this.#enter(request, url, entered))
    }
    const wanted = wantedBy(request, url, this.#usesHostCookies(url))
    const located = await this.#options.locator.locate(wanted)
    if (located.kind !== 'site') {
      return this.#send(reply, url, this.#elsewhere(located, request, url))
    }
    this.#options.onRead(located.held)
    const { siteId } = located.held.site.scope
    if (holdsToken(url)) {
      const accepted = await this.#accepted(wanted, located.held)
      const moved = intoCookie({ siteId, accepted }, url, this.#usesHostCookies(url))
      return this.#send(reply, url, moved)
    }
    const page = this.#sameForAll(request, url, located.held)
    if (page !== undefined) {
      this.#options.metrics.count('pages', 'memory')
      return this.#sendPage(request, reply, page)
    }
    const made = await this.#make(request, wanted, { url, held: located.held })
    const cookie = rememberSaid(wanted, made.held.site.scope, this.#usesHostCookies(url))
    const sent = cookie === undefined ? made : withCookie(made, cookie)
    return this.#finish(request, reply, url, sent)
  }

  #elsewhere(
    located: Exclude<Located, { kind: 'site' }>,
    request: FastifyRequest,
    url: ReaderUrl,
  ): Produced {
    const isOfHost = url.path === '/robots.txt'
    if (located.kind === 'redirect' && located.to.signIn !== undefined) {
      if (isOfHost) return text('text/plain', closedToRobots, false)
      const { redirect: target, signIn: siteId } = located.to
      return beginSignIn(
        request,
        url,
        { url: target, siteId },
        this.#usesHostCookies(url),
      )
    }
    const isRobots = located.kind === 'missing' && isOfHost
    if (!isRobots) return answerElsewhere(located, url)
    return {
      ...text('text/plain', robotsOfHost(this.#options.locator.publicAt(url.origin))),
      isCacheable: false,
    }
  }

  /** Lets a member in who comes back from signing in. */
  async #enter(
    request: FastifyRequest,
    url: ReaderUrl,
    siteId: string,
  ): Promise<Produced> {
    const entry = { siteId, usesHostCookies: this.#usesHostCookies(url) }
    const { beginVisit, tools } = this.#options
    return finishSignIn(request, url, entry, { beginVisit, limit: tools.enterLimit })
  }

  /** The tokens of the URL that let the reader see what they see; others leave no cookie. */
  async #accepted(wanted: Wanted, { site: { scope } }: HeldSite): Promise<Accepted> {
    const { jwt, preview } = wanted.credentials
    if (scope.isPreview) return { ...(preview !== undefined && { preview }) }
    if (jwt === undefined) return {}
    if (scope.visibility === 'visitor-auth') return { jwt }
    if (scope.audience === '') return {}
    // Unsigned claims make an audience as well: the token counts if it makes another one.
    const noCookies = { visitorCookies: [], memberCookies: [], previewCookies: [] }
    const nobody = { ...wanted, credentials: {}, ...noCookies }
    const without = await this.#options.locator.locate(nobody)
    const isSame =
      without.kind === 'site' && without.held.site.scope.audience === scope.audience
    return isSame ? {} : { jwt }
  }

  /** Makes the answer; resolves the site once more if its token is refused or its head replaced. */
  async #make(
    request: FastifyRequest,
    wanted: Wanted,
    { url, held }: { readonly url: ReaderUrl; readonly held: HeldSite },
  ): Promise<Made> {
    const { tools, locator, keptOf } = this.#options
    try {
      return { held, produced: await answerVisit(tools, visitOf(request, url, held)) }
    } catch (error) {
      const kept = error instanceof ApiAwayError ? await keptOf(held) : undefined
      if (kept !== undefined) {
        const visit = visitOf(request, url, settled(kept))
        return { held: kept, produced: await answerVisit(tools, visit) }
      }
      const isHeldWrong = error instanceof HeadReplacedError
      if (!isHeldWrong && !(error instanceof TokenRefusedError)) throw error
      const again = await locator.locate({ ...wanted, wantsFresh: true, isHeldWrong })
      if (again.kind !== 'site') {
        return { held, produced: this.#elsewhere(again, request, url) }
      }
      const visit = visitOf(request, url, settled(again.held))
      return { held: again.held, produced: await answerVisit(tools, visit) }
    }
  }

  // oxlint-disable-next-line max-params -- a request and its reply are one
  async #finish(
    request: FastifyRequest,
    reply: FastifyReply,
    url: ReaderUrl,
    { held, produced }: Made,
  ): Promise<void> {
    const { metrics, locator, headers: headersOf } = this.#options
    const headers = headersOf.of(held, produced, url.isHttps)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!produced.isCacheable || !isOpen(held.site.scope)) {
      metrics.count('answers', String(produced.status))
      return writeAnswer(reply, { ...produced, headers }, encoding)
    }
    const page = this.#keep(url, { held, produced }, headers)
    const ageSeconds = locator.ageSeconds(held)
    if (ageSeconds === 0) return this.#sendPage(request, reply, page)
    metrics.count('pages', 'stale')
    metrics.count('answers', String(page.status))
    const aged = { ...headers, etag: page.etag, age: String(ageSeconds) }
    return writeAnswer(
      reply,
      { status: page.status, headers: aged, body: page.bytes },
      encoding,
    )
  }

  /** Stores a page in the cache; an identical one takes over the cached bytes in all encodings. */
  #keep(
    url: ReaderUrl,
    { held, produced }: Made,
    headers: Readonly<Record<string, string>>,
  ): HotPage {
    const { hotPages, metrics } = this.#options
    const bytes =
      typeof produced.body === 'string' ? Buffer.from(produced.body) : produced.body
    const etag = etagOf(bytes)
    const key = url.origin + url.path
    const before = hotPages.get(key)
    const isSame =
      before?.etag === etag &&
      ['surrogate-key', 'content-security-policy'].every(
        (name) => before.headers[name] === headers[name],
      )
    metrics.count('pages', isSame ? 'same' : 'composed')
    const page: HotPage = {
      generation: held.generation,
      status: produced.status,
      etag,
      headers,
      bytes: isSame ? before.bytes : bytes,
      encoded: isSame ? before.encoded : {},
    }
    hotPages.set(key, page)
    return page
  }

  async #sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: HotPage,
  ): Promise<void> {
    const { headers } = request
    if (page.status === 200 && isHeld(headers['if-none-match'], page.etag)) {
      this.#options.metrics.count('answers', '304')
      writeNotModified(reply, { ...page.headers, etag: page.etag })
      return
    }
    this.#options.metrics.count('answers', String(page.status))
    const encoding = encodingFor(headers['accept-encoding'])
    writeReady(
      reply,
      page.status,
      page.encoded[encoding] ?? (await encodedPage(page, encoding)),
    )
  }

  /** Sends an answer that belongs to no site, or is not cached. */
  async #send(
    reply: FastifyReply,
    { isHttps }: Pick<ReaderUrl, 'isHttps'>,
    made: Produced,
  ): Promise<void> {
    const { metrics, headers } = this.#options
    metrics.count('answers', String(made.status))
    await writeAnswer(
      reply,
      { ...made, headers: headers.ofNoSite(made, isHttps) },
      'identity',
    )
  }

  #failure(error: unknown, request: FastifyRequest, { origin }: ReaderUrl): Produced {
    const { log } = this.#options
    const requestId = request.id
    if (error instanceof ApiAwayError) {
      log.warn({ requestId, origin, err: error }, 'api away')
      const page = errorPage(error.status, requestId)
      const headers = { ...page.headers, 'retry-after': String(error.retrySeconds) }
      return { ...page, headers }
    }
    log.error({ requestId, origin, err: error }, 'request failed')
    return errorPage(500, requestId)
  }

  #usesHostCookies({ isHttps }: ReaderUrl): boolean {
    return isHttps || !this.#options.isDevelopment
  }
}

/** Marks a site as resolved again, so that there is no third attempt. */
function settled(held: HeldSite): HeldSite {
  return { ...held, site: { ...held.site, isSettled: true } }
}

/** The answer with a cookie, which is for one reader, even where the page itself is not. */
function withCookie({ held, produced }: Made, cookie: string): Made {
  const headers = { ...produced.headers, ...privateHeaders, 'set-cookie': cookie }
  return { held, produced: { ...produced, headers, isCacheable: false } }
}

function visitOf(request: FastifyRequest, url: ReaderUrl, held: HeldSite): Visit {
  const { headers } = request
  const fetchSite = headers['sec-fetch-site']
  return {
    method: request.method,
    url,
    held,
    inside: url.path.slice(held.site.siteBasePath.length),
    address: request.ip,
    accept: headers.accept,
    userAgent: headers['user-agent'],
    acceptLanguage: headers['accept-language'],
    origin: headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    isCountable: headers['dnt'] !== '1' && headers['sec-gpc'] !== '1',
    ...(typeof request.body === 'string' && { json: request.body }),
    form: request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {},
  }
}
