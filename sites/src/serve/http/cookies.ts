const valueBytesMax = 3800
const idPattern = /^[\w-]{1,64}$/

/** The kinds of cookies: a visitor's token, a preview's token, and a visitor's unsigned claims. */
export type VisitorCookieKind = 'v' | 'p' | 'u'

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
    const [name = '', value = ''] = pair.trim().split('=', 2)
    if (!name.startsWith(prefix) || value === '' || value.length > valueBytesMax) continue
    const siteId = name.slice(prefix.length)
    if (idPattern.test(siteId) && !found.has(siteId)) found.set(siteId, { siteId, value })
  }
  return [...found.values()]
}

/** Whether a request has a cookie of any of our kinds, under either name. */
export function hasVisitorCookie(header: string | undefined): boolean {
  return header !== undefined && /(?:^|;)\s*(?:__Host-)?[vpu]-/.test(header)
}

export interface NewVisitorCookie extends VisitorCookie {
  readonly kind: VisitorCookieKind
  readonly isHttps: boolean
}

export function setVisitorCookie({
  kind,
  siteId,
  value,
  isHttps,
}: NewVisitorCookie): string {
  const secure = isHttps ? '; Secure' : ''
  return `${nameOf(kind, siteId, isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
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
