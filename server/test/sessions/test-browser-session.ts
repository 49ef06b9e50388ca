import { setTimeout as sleep } from 'node:timers/promises'

import { startSession, type SignIn } from '#/features/people/sessions/public.ts'
import { checkReply } from '#test/check-reply.ts'
import { send } from '#test/http/test-wire.ts'
import type { TestApi, TestBody } from '#test/test-api.ts'

export interface BrowserReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: TestBody
}

/** What a browser with a session sends from a page of our own origin. */
export interface TestSession {
  readonly id: string
  readonly secret: string
  /** The Cookie header. */
  readonly cookie: string
  readonly accountId: string
  get(path: string, headers?: Record<string, string>): Promise<BrowserReply>
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<BrowserReply>
  /** The same browser, at another process. */
  at(url: string): TestSession
}

export const ownHost = 'lectern.test'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

export interface Given extends Partial<SignIn> {
  readonly organizationId?: string
}

/** Signs somebody in. */
export async function signIn(
  api: TestApi,
  accountId: string,
  given: Given = {},
): Promise<TestSession> {
  const { id, cookie } = await api.services.db.transaction(async (tx) =>
    startSession(tx, api.services.config, {
      accountId,
      way: 'link',
      address: '192.0.2.7',
      userAgent: chrome,
      ...given,
    }),
  )
  return sessionAt(api.url, { id, accountId, cookie })
}

/** A browser that was given this Set-Cookie header. */
export function sessionAt(
  url: string,
  { id, accountId, cookie: given }: { id: string; accountId: string; cookie: string },
): TestSession {
  const cookie = given.split(';', 1).join('')
  const ask: TestSession['send'] = async (method, path, body, headers = {}) =>
    askAs(
      url,
      { cookie, 'sec-fetch-site': 'same-origin' },
      { method, path, body, headers },
    )
  return {
    id,
    accountId,
    cookie,
    secret: cookie.slice(cookie.indexOf('=') + 1),
    get: async (path, headers) => ask('GET', path, undefined, headers),
    send: ask,
    at: (other) => sessionAt(other, { id, accountId, cookie: given }),
  }
}

/** Waits until a session is refused: within a second of its end. */
export async function untilEnded(session: Pick<TestSession, 'get'>): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    if ((await session.get('/user')).status === 401) return
    await sleep(100)
  }
  throw new Error('The session has not ended')
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request with these headers and no others, at the host of PUBLIC_URL unless they say another. */
export async function askAs(
  url: string,
  identity: Readonly<Record<string, string>>,
  { method, path, body, headers = {} }: Asked,
): Promise<BrowserReply> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const reply = await send(url, method, `/v1${path}`, {
    headers: {
      host: ownHost,
      ...identity,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  })
  const isJson = reply.headers['content-type']?.startsWith('application/json') === true
  const parsed: TestBody =
    isJson && reply.text !== '' ? JSON.parse(reply.text) : undefined
  checkReply(method, path, reply.status, parsed)
  return { status: reply.status, headers: reply.headers, body: parsed }
}
