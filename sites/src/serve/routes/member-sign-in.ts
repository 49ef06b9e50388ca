import { hash, randomBytes } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { isCookieValue, setVisitorCookie, visitorCookies } from '#/serve/http/cookies.ts'
import {
  type ReaderUrl,
  spelledPath,
  withoutParameters,
} from '#/serve/http/reader-url.ts'
import type { RateLimit } from '#/serve/http/rate-limit.ts'
import { privateHeaders } from '#/serve/http/security-headers.ts'
import type { BeginVisit } from '#/serve/places/begin-visit.ts'
import { siteNamedIn } from '#/serve/places/resolution.ts'
import { renderError } from '#/shell/render.tsx'

import { plain, type Produced, seeOther } from './visit.ts'
import { secretParameters } from './visitor.ts'

/** A sign-in that takes longer begins again. */
const flowSeconds = 3600
const flowPattern = /^[\w-]{43}$/
const returnLengthMax = 1000
const enterPattern = /\/~enter\/([\w-]{1,64})$/

export interface SignInAt {
  /** The page of the api where members of the site sign in. */
  readonly url: string
  readonly siteId: string
}

/**
 * Sends a reader to sign in, and remembers that this browser has begun: a code that is brought here
 * opens nothing in another one.
 */
export function beginSignIn(
  request: FastifyRequest,
  url: ReaderUrl,
  { url: target, siteId }: SignInAt,
  // oxlint-disable-next-line max-params -- who asks, where, where to, and how cookies are named
  usesHostCookies: boolean,
): Produced {
  if (!isPage(request)) {
    return plain(401, 'Open the page once more and sign in.', privateHeaders)
  }
  const flow = flowOf(request, siteId, usesHostCookies) ?? newFlow()
  const location = new URL(target)
  location.searchParams.set('at', siteNamedIn(url.sentOrigin + url.path))
  location.searchParams.set('flow', digestOf(flow))
  const to = url.path + withoutParameters(url.query, secretParameters)
  if (to.length <= returnLengthMax) location.searchParams.set('to', to)
  const cookie = { kind: 'f', siteId, value: flow, seconds: flowSeconds } as const
  return {
    status: 302,
    headers: {
      ...privateHeaders,
      location: location.href,
      'set-cookie': setVisitorCookie({ ...cookie, isHttps: usesHostCookies }),
    },
    body: '',
    isCacheable: false,
  }
}

/** The site that a browser comes back to from signing in, by the form of the path. */
export function siteEnteredAt({ path }: Pick<ReaderUrl, 'path'>): string | undefined {
  return enterPattern.exec(path)?.[1]
}

/** The form of a code of the api; anything else is not worth a request. */
const codePattern = /^lec_c_[0-9A-Za-z]{49}$/

export interface Entry {
  readonly siteId: string
  readonly usesHostCookies: boolean
}

export interface LettingIn {
  readonly beginVisit: BeginVisit
  /** How many come from one network address. */
  readonly limit: RateLimit
}

/** Exchanges the code that a browser brings from signing in for the cookie that it reads with. */
export async function finishSignIn(
  request: FastifyRequest,
  url: ReaderUrl,
  { siteId, usesHostCookies }: Entry,
  // oxlint-disable-next-line max-params -- who comes, where, to which site, and who lets them in
  { beginVisit, limit }: LettingIn,
): Promise<Produced> {
  const parameters = new URLSearchParams(url.query)
  const base = url.path.replace(enterPattern, '/')
  const to = ownPath(parameters.get('to')) ?? base
  const flow = flowOf(request, siteId, usesHostCookies)
  const code = parameters.get('code') ?? ''
  const { host } = new URL(url.sentOrigin)
  if (flow === undefined || !codePattern.test(code)) return notBegunHere(base)
  const retrySeconds = limit.check(request.ip)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too many come back from signing in. Wait a minute.', {
      'retry-after': String(retrySeconds),
    })
  }
  const secret = await beginVisit({ siteId, code, flow: digestOf(flow), host })
  if (secret === undefined || !isCookieValue(secret)) return notBegunHere(base)
  const cookie = { kind: 'm', siteId, value: secret, isHttps: usesHostCookies } as const
  return seeOther(to, {
    ...privateHeaders,
    'set-cookie': setVisitorCookie(cookie),
  })
}

/** The page for a code that this browser did not ask for, or that is too old or used up. */
function notBegunHere(base: string): Produced {
  return {
    status: 403,
    headers: { 'content-type': 'text/html; charset=utf-8', ...privateHeaders },
    body: renderError({
      status: 403,
      language: 'en',
      direction: 'ltr',
      homeHref: base,
    }),
    isCacheable: false,
  }
}

/** Whether a person opens a page: nothing else can be sent to sign in. */
function isPage({ method, headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  return method !== 'POST' && (mode === undefined || mode === 'navigate')
}

/** What this browser keeps of sign-ins that it has begun; several tabs share it. */
function flowOf(
  { headers }: FastifyRequest,
  siteId: string,
  usesHostCookies: boolean,
): string | undefined {
  return visitorCookies(headers.cookie, 'f', usesHostCookies).find(
    (cookie) => cookie.siteId === siteId && flowPattern.test(cookie.value),
  )?.value
}

function newFlow(): string {
  return randomBytes(32).toString('base64url')
}

function digestOf(flow: string): string {
  return hash('sha256', flow, 'base64url')
}

const elsewhere = 'https://origin.invalid'

/** A path of this very host; undefined for everything that a browser could take for another. */
function ownPath(given: string | null): string | undefined {
  if (given === null || !/^\/(?!\/)/.test(given) || given.length > returnLengthMax) {
    return undefined
  }
  if (!URL.canParse(given, elsewhere)) return undefined
  const { origin, pathname, search } = new URL(given, elsewhere)
  if (origin !== elsewhere) return undefined
  const path = spelledPath(pathname)
  return path === undefined || path.startsWith('//') ? undefined : path + search
}
