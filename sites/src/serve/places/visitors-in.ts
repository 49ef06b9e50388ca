import type { VisitorCookie } from '#/serve/http/cookies.ts'
import {
  claimsOf,
  nothingSaid,
  type Said,
  saidInCookie,
  saidTogether,
} from '#/serve/http/unsigned-claims.ts'

import type { Credentials } from './resolution.ts'

/** The parts of a request that identify its reader. */
export interface Asking {
  /** Credentials in the URL itself. */
  readonly credentials: Pick<Credentials, 'jwt' | 'preview'>
  readonly said: Said
  readonly visitorCookies: readonly VisitorCookie[]
  readonly memberCookies: readonly VisitorCookie[]
  readonly previewCookies: readonly VisitorCookie[]
  /** Unsigned claims from earlier pages. */
  readonly saidCookies: readonly VisitorCookie[]
}

export interface Visitor {
  readonly credentials: Credentials
  /** The site whose cookie gave the credentials; undefined for credentials of the URL. */
  readonly siteId?: string | undefined
}

export const nobody: Asking = {
  credentials: {},
  said: nothingSaid,
  visitorCookies: [],
  memberCookies: [],
  previewCookies: [],
  saidCookies: [],
}

/** The most sites whose cookies are tried while it is unknown which site the URL names. */
const triedMax = 5

/** The sites that cookies of the request are for. */
export function sitesNamedIn(asking: Asking): ReadonlySet<string> {
  const { visitorCookies, memberCookies, previewCookies, saidCookies } = asking
  return new Set(
    [...visitorCookies, ...memberCookies, ...previewCookies, ...saidCookies].map(
      ({ siteId }) => siteId,
    ),
  )
}

/**
 * The possible identities of the reader, to be tried in this order. Credentials in the URL win;
 * else the cookies of the site count, or of some sites while it is unknown.
 */
export function visitorsIn(
  asked: Asking,
  siteId: string | undefined,
): readonly Visitor[] {
  const asking = siteId === undefined ? ofFewSites(asked) : asked
  const { jwt, preview } = asking.credentials
  if (jwt !== undefined || preview !== undefined) {
    return [{ credentials: { ...asking.credentials, ...unsignedTo(asking, siteId) } }]
  }
  const mayBe = (cookie: VisitorCookie) =>
    siteId === undefined || cookie.siteId === siteId
  const signed = signedIn(asking, mayBe)
  const previews = asking.previewCookies.filter(mayBe)
  return [
    ...previews.map((cookie) => ({
      siteId: cookie.siteId,
      credentials: { preview: cookie.value },
    })),
    ...signed.map(({ siteId: of, credentials }) => ({
      siteId: of,
      credentials: { ...credentials, ...unsignedTo(asking, of) },
    })),
    ...unsignedOnly(asking, siteId, signed),
  ]
}

/** What says who somebody is, by site: the api knows which of both counts there. */
function signedIn(
  { visitorCookies, memberCookies }: Asking,
  mayBe: (cookie: VisitorCookie) => boolean,
): readonly { readonly siteId: string; readonly credentials: Credentials }[] {
  const found = new Map<string, Credentials>()
  for (const { siteId, value } of visitorCookies.filter(mayBe)) {
    found.set(siteId, { jwt: value })
  }
  for (const { siteId, value } of memberCookies.filter(mayBe)) {
    found.set(siteId, { ...found.get(siteId), member: value })
  }
  return [...found].map(([siteId, credentials]) => ({ siteId, credentials }))
}

function ofFewSites(asking: Asking): Asking {
  const sites = new Set([...sitesNamedIn(asking)].slice(0, triedMax))
  const isTried = (cookie: VisitorCookie) => sites.has(cookie.siteId)
  return {
    ...asking,
    visitorCookies: asking.visitorCookies.filter(isTried),
    memberCookies: asking.memberCookies.filter(isTried),
    previewCookies: asking.previewCookies.filter(isTried),
    saidCookies: asking.saidCookies.filter(isTried),
  }
}

/** Identities of readers with unsigned claims alone. */
function unsignedOnly(
  asking: Asking,
  siteId: string | undefined,
  signed: readonly { readonly siteId: string }[],
): readonly Visitor[] {
  const sites =
    siteId === undefined
      ? [...asking.saidCookies.map((cookie) => cookie.siteId), undefined]
      : [siteId]
  return sites
    .filter((each) => !signed.some(({ siteId: of }) => of === each))
    .map((each) => ({ siteId: each, credentials: unsignedTo(asking, each) }))
    .filter(({ credentials }) => credentials.unsigned !== undefined)
}

function unsignedTo(
  asking: Asking,
  siteId: string | undefined,
): Pick<Credentials, 'unsigned'> {
  const said = saidTogether(saidBefore(asking, siteId), asking.said)
  const claims = claimsOf(said)
  return Object.keys(claims).length === 0 ? {} : { unsigned: claims }
}

export function saidBefore(
  { saidCookies }: Pick<Asking, 'saidCookies'>,
  siteId: string | undefined,
): Said {
  const cookie = saidCookies.find((each) => each.siteId === siteId)
  return cookie === undefined ? nothingSaid : saidInCookie(cookie.value)
}
