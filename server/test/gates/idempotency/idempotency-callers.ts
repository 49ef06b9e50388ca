import { setTimeout as sleep } from 'node:timers/promises'

import type { LogicalWrite } from './idempotency-writes.ts'
import type { Instance } from '../harness/instance.ts'

export interface Answer {
  readonly status: number
  readonly location: string | null
  readonly body: string
  readonly isReplay: boolean
}

export interface Sending {
  readonly url: string
  readonly tokens: Instance['sample']['tokens']
  /** Undefined for a caller that forgets it. */
  readonly keyOf: (write: LogicalWrite) => string | undefined
}

const attemptMsMax = 20_000
const answeredWithinMs = 180_000

/** One of the callers that want the write: it tries until it holds a whole answer. */
export async function sendUntilAnswered(
  sending: Sending,
  write: LogicalWrite,
): Promise<Answer> {
  const deadlineMs = Date.now() + answeredWithinMs
  let last = 'nothing'
  for (let attempt = 1; Date.now() < deadlineMs; attempt += 1) {
    try {
      const answer = await sendOnce(sending, write)
      if (!isToRepeat(answer)) return answer
      last = answer.body
    } catch (error) {
      last = String(error)
    }
    await sleep(Math.min(20 * attempt, 300))
  }
  const body = `no answer within ${answeredWithinMs} ms, at last ${last}`
  return { status: 0, location: null, body, isReplay: false }
}

async function sendOnce(
  { url, tokens, keyOf }: Sending,
  write: LogicalWrite,
): Promise<Answer> {
  const key = keyOf(write)
  const reply = await fetch(url + write.path, {
    method: write.method,
    headers: {
      authorization: `Bearer ${tokens[write.caller]}`,
      'content-type': 'application/json',
      'x-request-id': write.name,
      // A connection of its own, so that the proxy cuts answers one by one.
      connection: 'close',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(write.body),
    signal: AbortSignal.timeout(attemptMsMax),
  })
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    body: await reply.text(),
    isReplay: reply.headers.get('idempotent-replayed') === 'true',
  }
}

/** Such an answer says itself that the caller should send the request again. */
function isToRepeat({ status, body }: Answer): boolean {
  return status === 503 || (status === 409 && body.includes('"reason":"busy"'))
}
