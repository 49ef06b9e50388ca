import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WireReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface WireOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A request exactly as given: fetch would normalize the path, forbid methods and add headers. */
export async function send(
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: WireOptions = {},
): Promise<WireReply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
      text(incoming).then((answer) => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: answer,
        })
        return undefined
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Bytes on a connection, and all that comes back until it closes. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

export interface WireError {
  readonly code: number
  readonly message: string
  readonly reason: string
  readonly requestId: string
  readonly details?: readonly { path: string; message: string }[]
}

/** The one form every refusal has, whoever makes it. */
export function assertRefusal(
  { status, headers, text: answer }: WireReply,
  expectedStatus: number,
  expectedReason: string,
): WireError {
  assert.equal(status, expectedStatus, answer)
  assert.match(headers['content-type'] ?? '', /^application\/json\b/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-expose-headers']), /X-Request-Id/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-store')
  const body: unknown = JSON.parse(answer)
  assert.ok(typeof body === 'object' && body !== null && 'error' in body)
  assert.deepEqual(Object.keys(body), ['error'])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it claims is asserted next
  const error = body.error as WireError
  assert.equal(error.code, expectedStatus)
  assert.equal(error.reason, expectedReason)
  assert.ok(error.message.length > 10)
  assert.equal(error.requestId, headers['x-request-id'])
  return error
}
