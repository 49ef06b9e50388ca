import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import { type AddressPolicy, addressPolicy } from './address-policy.ts'
import { type BodyBounds, readBody } from './egress-body.ts'
import { type Hop, send } from './egress-connection.ts'
import {
  asEgressError,
  EgressFailed,
  EgressRefused,
  EgressTimeout,
} from './egress-errors.ts'
import {
  checkHeaders,
  type EgressHeaders,
  harmlessHeaders,
  withoutContentHeaders,
} from './egress-headers.ts'
import { hostOf, parseEgressUrl } from './egress-url.ts'

export interface Egress {
  /**
   * Fetches a URL that a user gave. Rejects with `EgressRefused`, `EgressTimeout` or
   * `EgressFailed`; an answer of any status resolves.
   */
  fetch(url: string, request: EgressRequest): Promise<EgressReply>
}

export interface EgressRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly headers?: EgressHeaders
  readonly body?: Buffer | string
  /** Limits the whole exchange: name, connections, redirects and body. */
  readonly timeoutMs: number
  /** Limits the body after decompression. */
  readonly responseBytesMax: number
  /** Set if a larger body is cut there, rather than refused. */
  readonly cutsBody?: true
  /** Defaults to 5; with 0 a redirect is itself the answer. */
  readonly redirectsMax?: number
  readonly signal?: AbortSignal
}

export interface EgressReply {
  readonly status: number
  /** The headers as sent, except those about the encoding of the body. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Whether the body has more than was read. */
  readonly isCut: boolean
  /** The URL that answered, after redirects. */
  readonly url: string
}

/** Returns all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface EgressOptions {
  /** Allowed networks besides the public internet, such as `10.1.0.0/16`. */
  readonly allowedNetworks: readonly string[]
  readonly userAgent: string
  readonly resolve?: Resolve
}

const redirectsMaxDefault = 5

/** The only client for URLs given by users: nothing else may connect to these. */
export function createEgress({
  allowedNetworks,
  userAgent,
  resolve = resolveBySystem,
}: EgressOptions): Egress {
  const door: Door = { mayReach: addressPolicy(allowedNetworks), resolve }
  return {
    fetch: (text, request) =>
      withDeadline(request, async (signal) => {
        const hop: Hop = {
          url: parseEgressUrl(text),
          method: request.method ?? 'GET',
          headers: { 'user-agent': userAgent, ...checkHeaders(request.headers ?? {}) },
          body: request.body,
        }
        return follow(door, hop, request, signal)
      }),
  }
}

interface Door {
  readonly mayReach: AddressPolicy
  readonly resolve: Resolve
}

async function follow(
  door: Door,
  first: Hop,
  { responseBytesMax, cutsBody, redirectsMax = redirectsMaxDefault }: EgressRequest,
  signal: AbortSignal,
): Promise<EgressReply> {
  let hop = first
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(hop, await checkedAddresses(door, hop.url), signal)
    const location = redirectsMax > 0 ? redirectOf(response) : undefined
    if (location === undefined) {
      const bounds = { bytesMax: responseBytesMax, mayCut: cutsBody === true }
      return reply(hop, response, bounds)
    }
    response.destroy()
    if (redirects === redirectsMax) {
      throw new EgressRefused(
        'redirects',
        `There are more than ${redirectsMax} redirects`,
      )
    }
    hop = nextHop(hop, response.statusCode ?? 0, location)
  }
}

/** The addresses of a host. One forbidden address forbids it: the system chooses among them. */
async function checkedAddresses(
  { mayReach, resolve }: Door,
  url: URL,
): Promise<readonly string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) throw new EgressFailed(`${host} has no address`)
  if (!addresses.every(mayReach)) {
    throw new EgressRefused('address', `${host} is not on the public internet`)
  }
  return addresses
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined
}

function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = parseEgressUrl(location, hop.url)
  const headers =
    url.origin === hop.url.origin ? hop.headers : harmlessHeaders(hop.headers)
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  if (!becomesGet) return { ...hop, url, headers }
  return { url, method: 'GET', headers: withoutContentHeaders(headers), body: undefined }
}

async function reply(
  hop: Hop,
  response: IncomingMessage,
  bounds: BodyBounds,
): Promise<EgressReply> {
  const status = response.statusCode ?? 0
  const bodiless = hop.method === 'HEAD' || status === 204 || status === 304
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    ...headers
  } = response.headers
  const none = { body: Buffer.alloc(0), isCut: false }
  const read = bodiless ? none : await readBody(response, bounds)
  return { status, headers, ...read, url: hop.url.href }
}

/** Runs with a deadline. The signal has fired when the promise settles, so nothing stays open. */
async function withDeadline<T>(
  { timeoutMs, signal }: EgressRequest,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const giveUp = () =>
    ending.abort(new EgressFailed('The caller gave up', { cause: signal?.reason }))
  if (signal?.aborted === true) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  const timer = setTimeout(() => ending.abort(new EgressTimeout(timeoutMs)), timeoutMs)
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ending.signal.addEventListener('abort', () => reject(ending.signal.reason))

  try {
    ending.signal.throwIfAborted()
    // A name resolution that hangs ignores the signal, so the deadline races with the work.
    return await Promise.race([run(ending.signal), ended])
  } catch (error) {
    throw asEgressError(ending.signal.aborted ? ending.signal.reason : error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    ended.catch(() => {})
    ending.abort()
  }
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
