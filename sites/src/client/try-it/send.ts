import type { ReadyRequest } from '@lectern/content/openapi/request/build-request.ts'
import type { Header } from '@lectern/content/openapi/request/request-draft.ts'
import { mayAsk } from '@lectern/content/openapi/request/servers.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly Header[]
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether there is more than was read. */
  readonly isCut: boolean
  readonly durationMs: number
  readonly isDirect: boolean
}

/** What became of a request; a failure is named by the word that says it. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type Failure =
  | 'unreadable'
  | 'blocked'
  | 'redirected'
  | 'timeout'
  | 'cancelled'
  | 'proxyAway'
  | 'proxyBusy'
  | 'proxyTooLarge'
  | 'targetUnreachable'
  | 'targetRefused'

const answerBytesMax = 10 * 1024 * 1024
export const timeoutSeconds = 60

/** Sends a request from this page: without cookies, without naming the page, without redirects. */
export async function sendDirectly(
  { method, url, headers, body }: ReadyRequest<File>,
  given: AbortSignal,
): Promise<Outcome> {
  const isPageSecure = location.protocol === 'https:'
  if (!mayAsk(new URL(url).origin, isPageSecure)) return failed('blocked')
  const signal = AbortSignal.any([given, AbortSignal.timeout(timeoutSeconds * 1000)])
  const blocked = watchPolicy()
  const startedMs = performance.now()
  try {
    const reply = await fetch(url, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      ...(body !== undefined && { body: sentBody(body) }),
      signal,
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // A redirect would take along what readers typed, to whom nobody chose.
      redirect: 'manual',
    })
    if (reply.type === 'opaqueredirect') return failed('redirected')
    const read = await readBytes(reply)
    const { status, statusText } = reply
    const durationMs = performance.now() - startedMs
    const answer = {
      ...read,
      status,
      statusText,
      headers: [...reply.headers],
      durationMs,
    }
    return { kind: 'answered', answer: { ...answer, isDirect: true } }
  } catch (error) {
    if (given.aborted) return failed('cancelled')
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return failed('timeout')
    }
    return failed((await blocked.isBlocked()) ? 'blocked' : 'unreadable')
  } finally {
    blocked.stop()
  }
}

function failed(failure: Failure): Outcome {
  return { kind: 'failed', failure }
}

/** The body as browsers send it. */
export function sentBody(body: NonNullable<ReadyRequest<File>['body']>): BodyInit {
  if (body.kind === 'text') return body.text
  if (body.kind === 'file') return body.file
  const form = new FormData()
  for (const { name, value, mediaType } of body.parts) {
    if (typeof value !== 'string') form.append(name, value.file)
    else if (mediaType === undefined) form.append(name, value)
    else form.append(name, new Blob([value], { type: mediaType }))
  }
  return form
}

/** Reads a body as far as it is shown, and no endless one. */
async function readBytes(reply: Response): Promise<Pick<Answer, 'bytes' | 'isCut'>> {
  const reader = reply.body?.getReader()
  if (reader === undefined) return { bytes: new Uint8Array(), isCut: false }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const room = answerBytesMax - size
    chunks.push(value.subarray(0, room))
    size += Math.min(value.length, room)
    if (value.length <= room) continue
    await reader.cancel()
    return { bytes: joined(chunks, size), isCut: true }
  }
  return { bytes: joined(chunks, size), isCut: false }
}

function joined(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  size: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Notices that the policy of the page stopped a request: its failure does not say so. */
function watchPolicy() {
  let isStopped = false
  const notice = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src') isStopped = true
  }
  document.addEventListener('securitypolicyviolation', notice)
  return {
    async isBlocked() {
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      return isStopped
    },
    stop: () => document.removeEventListener('securitypolicyviolation', notice),
  }
}
