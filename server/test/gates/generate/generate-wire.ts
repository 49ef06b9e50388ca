import { isUtf8 } from 'node:buffer'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import type { OperationDefinition } from '@lectern/contract/operation.ts'

export type WireHeaders = Readonly<Record<string, string | readonly string[]>>

/** A request as it goes over the wire; nothing in it is checked on the way. */
export interface WireRequest {
  readonly method: string
  /** Path and query below `/v1`, already encoded. */
  readonly target: string
  readonly headers: WireHeaders
  readonly body?: Buffer | undefined
}

export interface WireReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body; undefined when there is none or when it is no JSON. */
  readonly body: unknown
}

export const noReply: WireReply = { status: 0, headers: {}, text: '', body: undefined }

export interface WireClient {
  readonly send: (request: WireRequest) => Promise<WireReply>
  readonly close: () => void
}

// Only an answer that never comes is a fault: a busy machine may take its time.
const replyWithinMs = 120_000

/** Below fetch on purpose: fetch refuses to send half of what a server must bear. */
export function openWire(baseUrl: string): WireClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(baseUrl)

  async function send({
    method,
    target,
    headers,
    body,
  }: WireRequest): Promise<WireReply> {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path: `/v1${target}`,
          headers: {
            ...copyOf(headers),
            ...(body && { 'content-length': body.length }),
          },
          timeout: replyWithinMs,
        },
        resolve,
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('No answer in time')))
      // An answer that arrives before the body is sent whole wins: `reject` then does nothing.
      outgoing.on('error', reject)
      outgoing.end(body)
    })
    const isPacked =
      message.headers['content-encoding'] === 'gzip' ||
      message.headers['content-type'] === 'application/gzip'
    const text = await textOf(isPacked && method !== 'HEAD' ? unpacked(message) : message)
    return {
      status: message.statusCode ?? 0,
      headers: message.headers,
      text,
      body: parsed(text),
    }
  }

  return { send, close: () => agent.destroy() }
}

/** An answer that is broken off ends here too, with an error. */
function unpacked(message: IncomingMessage): Readable {
  return pipeline(message, createGunzip(), () => undefined)
}

function copyOf(headers: WireHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]),
  )
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The target of an operation with its path parameters and query filled in. */
export function targetPath(
  { path }: OperationDefinition,
  params: Readonly<Record<string, string>>,
  query: readonly (readonly [string, string])[] = [],
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encoded(params[name] ?? ''),
  )
  if (query.length === 0) return filled
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return `${filled}?${pairs.join('&')}`
}

/** Half of a surrogate pair has no UTF-8; it goes out as the bytes that would be one half. */
function encoded(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character.isWellFormed()) return encodeURIComponent(character)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
  }).join('')
}

/** A request as a line that a person can repeat with curl. */
export function asCurl({ method, target, headers, body }: WireRequest): string {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => `-H ${quoted(`${name}: ${name === 'authorization' ? '…' : one}`)}`),
  )
  return [
    `curl -X ${method} ${quoted(`/v1${cut(target, 300)}`)}`,
    ...shown.map((header) => cut(header, 200)),
    ...(body === undefined ? [] : [asData(body)]),
  ].join(' ')
}

function asData(body: Buffer): string {
  if (!isUtf8(body)) return `--data-binary <${body.length} bytes that are no text>`
  return `-d ${quoted(cut(body.toString().trim(), 300))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function cut(text: string, charactersMax: number): string {
  return text.length > charactersMax
    ? `${text.slice(0, charactersMax)}…(${text.length})`
    : text
}
