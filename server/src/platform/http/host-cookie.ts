import type { FastifyRequest } from 'fastify'

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** A cookie with a secret, for the host of PUBLIC_URL alone and out of reach of scripts. */
export interface HostCookie {
  /** The header that gives a browser the secret. */
  readonly set: (secret: string, seconds: number) => string
  /** The header that has a browser forget it. */
  readonly clear: string
  /**
   * The secret that a browser sends; undefined without one, and everywhere but on the host of
   * PUBLIC_URL, where no other content is served. Several are no secret.
   */
  readonly readFrom: (
    request: Pick<FastifyRequest, 'headers' | 'host'>,
    publicUrl: string,
  ) => string | undefined
}

export function hostCookie(ending: '' | '-flow' | '-device' | '-pending'): HostCookie {
  // The prefix makes browsers refuse the cookie for other hosts, for paths and over plain HTTP.
  const name = `__Host-lectern${ending}`
  return {
    set: (secret, seconds) => `${name}=${secret}; Max-Age=${seconds}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
    readFrom(request, publicUrl) {
      const { cookie } = request.headers
      if (cookie === undefined || !isAt(request.host, publicUrl)) return undefined
      const found = cookie
        .split(';')
        .map(withoutOuterSpace)
        .filter((pair) => pair.startsWith(`${name}=`))
      return found.length === 0
        ? undefined
        : found.map((pair) => pair.slice(name.length + 1)).join(',')
    },
  }
}

/**
 * What stands between spaces and tabs, which browsers take away too. Anything else is a part of the
 * name to them: such a name has no prefix, and any host of the domain may set it.
 */
function withoutOuterSpace(pair: string): string {
  let [start, end] = [0, pair.length]
  while (start < end && isSpace(pair[start])) start += 1
  while (start < end && isSpace(pair[end - 1])) end -= 1
  return pair.slice(start, end)
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/** Whether a Host header names the host of a URL, whose port may go without saying. */
export function isAt(host: string, url: string): boolean {
  const own = new URL(url)
  if (!/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return false
  const asked = `${own.protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === own.host
}
