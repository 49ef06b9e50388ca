const valueBytesMax = 3800
/** The most cookies of one kind that are read from a request: each may cost a call of the api. */
const triedMax = 5

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

/** The first cookies of one kind in a request, each with the site that it is for. */
export function visitorCookies(
  header: string | undefined,
  kind: VisitorCookieKind,
  isHttps: boolean,
): readonly VisitorCookie[] {
  if (header === undefined) return []
  const prefix = nameOf(kind, '', isHttps)
  const found: VisitorCookie[] = []
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    if (!name.startsWith(prefix) || value === '' || value.length > valueBytesMax) continue
    found.push({ siteId: name.slice(prefix.length), value })
    if (found.length === triedMax) break
  }
  return found
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
