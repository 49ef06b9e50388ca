import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { bodyOf, startServer, type TestServer } from './try-site.ts'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface TryApi extends TestServer {
  readonly received: Received[]
}

const attack =
  '<script>document.title = "run"</script><img src=x onerror="document.title=1">'

type Answer = (response: ServerResponse, elsewhere: string) => void

const typed =
  (type: string, body: string | Buffer, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body)

/** What servers answer, by path; those that mean no good among them. */
const answers: Readonly<Record<string, Answer>> = {
  '/html': typed('text/html', attack),
  '/svg': typed(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg">${attack}</svg>`,
  ),
  '/script': typed('text/javascript', 'document.title = "run"'),
  '/badjson': typed('application/json', `{"a": ${attack}`),
  '/bigint': typed('application/json', '{"id":12345678901234567890,"list":[1,2]}'),
  '/binary': typed('application/pdf', Buffer.from([0, 255, 254, 1, 2])),
  '/empty': (response) => response.writeHead(204).end(),
  '/error': typed('application/problem+json', '{"title":"No"}', 422),
  '/huge': typed('text/plain', Buffer.alloc(12 * 1024 * 1024, 'x')),
  '/bomb': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(40 * 1024 * 1024, 'y'))),
  '/slow': () => {},
  '/drip': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  },
  '/redirect': (response, elsewhere) =>
    response.writeHead(302, { location: `${elsewhere}/stolen` }).end(),
  '/private': (response) =>
    response
      .writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' })
      .end(),
  '/odd-headers': (response) =>
    response
      .writeHead(200, { 'x-attack': attack, 'content-type': `${attack}/x` })
      .end('odd'),
  '/cookies': (response) =>
    response
      .writeHead(200, {
        'set-cookie': 'sid=planted; Path=/',
        'content-type': 'text/plain',
      })
      .end('cookies'),
}

/** An API that says what it was sent, and answers some paths as servers should not. */
export async function startTryApi({
  isOpen,
  host,
}: {
  /** Whether pages of other websites may read its answers. */
  readonly isOpen: boolean
  readonly host?: string
}): Promise<TryApi> {
  const received: Received[] = []
  const own = { url: '' }
  const server = await startServer(async (request, response) => {
    response.on('error', () => {})
    if (isOpen) allowAll(request, response)
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    const { method = '', url = '', headers } = request
    const got = { method, url, headers, body: await bodyOf(request) }
    received.push(got)
    const answer = answers[new URL(url, 'http://api').pathname.replace('/v1', '')]
    if (answer !== undefined) answer(response, own.url.replace('127.0.0.1', 'localhost'))
    else typed('application/json', JSON.stringify({ got: { method, url } }))(response, '')
  }, host)
  own.url = server.url
  return { ...server, received }
}

function allowAll({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*')
  const asked = headers['access-control-request-headers']
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
}
