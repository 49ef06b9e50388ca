import type { ReadyRequest } from '@lectern/content/openapi/request/build-request.ts'

import { type Answer, type Failure, type Outcome, sentBody } from './send.ts'

/** Where the site takes requests, and the operation for which it takes them. */
export interface Proxy {
  readonly href: string
  readonly spec: string
  readonly operation: string
}

/** What the site answers: never as the target's own content, which would run here. */
interface ProxyReply {
  readonly outcome: 'answered' | 'timeout' | 'unreachable' | 'refused'
  readonly status?: number
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly body?: string
  readonly isBase64?: boolean
  readonly isTruncated?: boolean
  readonly durationMs?: number
}

const failures: Readonly<Partial<Record<string, Failure>>> = {
  timeout: 'timeout',
  unreachable: 'targetUnreachable',
  refused: 'targetRefused',
}
const refusals: Readonly<Partial<Record<number, Failure>>> = {
  400: 'targetRefused',
  404: 'targetRefused',
  413: 'proxyTooLarge',
  429: 'proxyBusy',
}

/** Sends a request through the server of this site. */
export async function sendThroughSite(
  { href, spec, operation }: Proxy,
  request: ReadyRequest<File>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const reply = await fetch(href, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ spec, operation, ...(await packed(request)) }),
      signal,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    if (!reply.ok) return failed(refusals[reply.status] ?? 'proxyAway')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own origin answers this
    const answered = (await reply.json()) as ProxyReply
    const failure = failures[answered.outcome]
    if (failure !== undefined) return failed(failure)
    return { kind: 'answered', answer: answerIn(answered) }
  } catch {
    return failed(signal.aborted ? 'cancelled' : 'proxyAway')
  }
}

function failed(failure: Failure): Outcome {
  return { kind: 'failed', failure }
}

async function packed({ url, headers, body }: ReadyRequest<File>) {
  const given = headers.map(([name, value]) => ({ name, value }))
  if (body === undefined) return { url, headers: given }
  if (body.kind === 'text') return { url, headers: given, body: { text: body.text } }
  const whole = new Response(sentBody(body))
  const type = whole.headers.get('content-type')
  const base64 = base64Of(new Uint8Array(await whole.arrayBuffer()))
  const isTyped = body.kind === 'file' || type === null
  return {
    url,
    headers: isTyped ? given : [...given, { name: 'Content-Type', value: type }],
    body: { base64 },
  }
}

function answerIn({
  status = 0,
  headers = [],
  body = '',
  isBase64 = false,
  isTruncated = false,
  durationMs = 0,
}: ProxyReply): Answer {
  return {
    status,
    statusText: '',
    headers: headers.map(({ name, value }) => [name, value]),
    bytes: isBase64 ? bytesOf(body) : new TextEncoder().encode(body),
    isCut: isTruncated,
    durationMs,
    isDirect: false,
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

const stepBytes = 0x80_00

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += stepBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + stepBytes))
  }
  return btoa(text)
}
