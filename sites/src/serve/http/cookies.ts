const valueBytesMax = 3800
const idPattern = /^[\w-]{1,64}$/

/**
 * The kinds of cookies: a visitor's token, a preview's token, a visitor's unsigned claims, what a
 * member reads with, and what a sign-in of a member began with.
 */
export type VisitorCookieKind = 'v' | 'p' | 'u' | 'm' | 'f'

export interface VisitorCookie {
  readonly siteId: string
  readonly value: string
}

/** The name of a cookie. With https a prefix ties it to its host; plain http cannot have that. */
function nameOf(kind: VisitorCookieKind, siteId: string, isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}${kind}-${siteId}`
}

/** The cookies of one kind in a request, the first of each site. */
export function visitorCookies(
  header: string | undefined,
  kind: VisitorCookieKind,
  isHttps: boolean,
): readonly VisitorCookie[] {
  if (header === undefined) return []
  const prefix = nameOf(kind, '', isHttps)
  const found = new Map<string, VisitorCookie>()
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = withoutOuterSpace(pair).split('=', 2)
    if (!name.startsWith(prefix) || value === '' || value.length > valueBytesMax) continue
    const siteId = name.slice(prefix.length)
    if (idPattern.test(siteId) && !found.has(siteId)) found.set(siteId, { siteId, value })
  }
  return [...found.values()]
}

/**
 * What stands between spaces and tabs, which browsers take away too. Anything else is a part of the
 * name to them, so that the name has no prefix, and any host of the domain may set it.
 */
function withoutOuterSpace(pair: string): string {
  return pair.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}

/** Whether a request has a cookie that may change what is read, under either name. */
export function hasVisitorCookie(header: string | undefined): boolean {
  return header !== undefined && /(?:^|;)[ \t]*(?:__Host-)?[vpum]-/.test(header)
}

export interface NewVisitorCookie extends VisitorCookie {
  readonly kind: VisitorCookieKind
  readonly isHttps: boolean
  /** How long it is kept; until the browser is closed where it is absent. */
  readonly seconds?: number
}

export function setVisitorCookie({
  kind,
  siteId,
  value,
  isHttps,
  seconds,
}: NewVisitorCookie): string {
  const secure = isHttps ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${nameOf(kind, siteId, isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}

export function clearVisitorCookie(
  kind: VisitorCookieKind,
  siteId: string,
  isHttps: boolean,
): string {
  const secure = isHttps ? '; Secure' : ''
  return `${nameOf(kind, siteId, isHttps)}=; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=0`
}

/** Whether a token fits into a cookie; other characters could end the cookie early. */
export function isCookieValue(value: string): boolean {
  return value.length <= valueBytesMax && /^[\w.~+/=-]+$/.test(value)
}
