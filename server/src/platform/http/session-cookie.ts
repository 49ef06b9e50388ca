import { hostCookie } from './host-cookie.ts'

const cookie = hostCookie('')

/** The header that gives a browser the secret of its session. */
export function sessionCookie(secret: string, hours: number): string {
  return cookie.set(secret, hours * 3600)
}

/** The headers that have a browser forget its session, and what it has begun and not finished. */
export const clearCookies = [
  cookie.clear,
  hostCookie('-flow').clear,
  hostCookie('-pending').clear,
]

/** The secret of the session that a browser sends. */
export const sessionSecretIn = cookie.readFrom
