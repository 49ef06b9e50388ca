import { send, type WireReply } from '#test/http/test-wire.ts'

import { ownHost, sessionAt, type TestSession } from './test-browser-session.ts'

/** What a browser without scripts does with pages: it sends forms and keeps cookies. */
export interface TestBrowser {
  get(path: string, headers?: Record<string, string>): Promise<WireReply>
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<WireReply>
  /** Keeps a cookie that somebody else gave it. */
  take(name: string, value: string): void
  /** The Cookie header that it sends. */
  cookies(): string
  /** The session that it has. */
  session(accountId: string): TestSession
}

/** A browser that has no cookies yet, at a network address where a proxy is trusted. */
export function openTestBrowser(url: string, address = '192.0.2.200'): TestBrowser {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<WireReply> {
    const reply = await send(url, method, path, {
      headers: {
        host: ownHost,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        ...(jar.size > 0 && { cookie: cookies() }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const header of reply.headers['set-cookie'] ?? []) {
      const [pair = ''] = header.split(';', 1)
      const at = pair.indexOf('=')
      if (header.includes('Max-Age=0;')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return reply
  }

  return {
    get: async (path, headers = {}) => ask('GET', path, headers),
    async post(path, fields = {}, headers = {}) {
      const body = new URLSearchParams(fields).toString()
      const form = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      }
      return ask('POST', path, { ...form, ...headers }, body)
    },
    take(name, value) {
      jar.set(name, value)
    },
    cookies,
    session(accountId) {
      const secret = jar.get('__Host-lectern') ?? ''
      return sessionAt(url, { id: '', accountId, cookie: `__Host-lectern=${secret}` })
    },
  }
}
