import { setTimeout as sleep } from 'node:timers/promises'

import type { Thing } from './world.ts'

const answerWithinMs = 60_000
const againMs = 100

export interface Acknowledged {
  readonly requestId: string
  readonly thing: Thing
  readonly id: string
  readonly value: string
}

/** What an answer was, and when, in milliseconds since the start. */
export interface Moment {
  readonly organizationId: string
  readonly atMs: number
  readonly isRefusal: boolean
  /** How long an acknowledged write took, with all its tries. */
  readonly tookMs: number
}

export interface Told {
  readonly acknowledged: Acknowledged[]
  readonly moments: Moment[]
  readonly counts: { writes: number; late: number; reads: number; readsRefused: number }
  /** Reads that missed what was acknowledged before they asked. */
  readonly missed: string[]
  /** Answers that are neither an acknowledgement nor a refusal with a time to wait. */
  readonly problems: string[]
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

interface Sent {
  readonly method: string
  readonly body: object
  /** Is its idempotency key too. */
  readonly requestId: string
}

export interface Writing {
  readonly told: Told
  readonly nowMs: () => number
  /** Ends when every write that was begun is acknowledged. */
  readonly stop: () => Promise<void>
}

/**
 * Writes so many times a second, one after the other to each thing, and reads what was acknowledged
 * through another process. What is refused is sent again with its key until it is acknowledged.
 */
export function startWriting(
  things: readonly Thing[],
  { writeUrl, readUrl, perSecond }: Urls & { readonly perSecond: number },
): Writing {
  const told: Told = {
    acknowledged: [],
    moments: [],
    counts: { writes: 0, late: 0, reads: 0, readsRefused: 0 },
    missed: [],
    problems: [],
  }
  const startedMs = performance.now()
  const nowMs = () => performance.now() - startedMs
  const hand = { writeUrl, readUrl, told, nowMs }
  const idle = [...things]
  const underWay = new Set<Promise<void>>()
  let due = 0
  const timer = setInterval(() => {
    const wanted = Math.floor((nowMs() * perSecond) / 1000)
    for (; due < wanted; due += 1) {
      const thing = idle.shift()
      if (thing === undefined) told.counts.late += 1
      else begin(thing)
    }
  }, 5)

  function begin(thing: Thing): void {
    told.counts.writes += 1
    const number = told.counts.writes
    const done = writeAndRead(thing, number)
    underWay.add(done)
    void done.finally(() => underWay.delete(done))
  }

  async function writeAndRead(thing: Thing, number: number): Promise<void> {
    const written = await write(thing, number, hand)
    idle.push(thing)
    if (written !== undefined) await readBack(written, number, hand)
  }

  return {
    told,
    nowMs,
    async stop() {
      clearInterval(timer)
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

interface Urls {
  readonly writeUrl: string
  readonly readUrl: string
}

interface Hand extends Urls {
  readonly told: Told
  readonly nowMs: () => number
}

async function write(
  thing: Thing,
  number: number,
  { writeUrl, told, nowMs }: Hand,
): Promise<Acknowledged | undefined> {
  const requestId = `grow-${number}`
  const value = `grow ${number}`
  const { method, path, body } = requestOf(thing, value)
  const { organizationId } = thing
  const beganMs = nowMs()
  for (;;) {
    const answer = await send(`${writeUrl}/v1${path}`, thing.token, {
      method,
      body,
      requestId,
    })
    const atMs = nowMs()
    const isRefusal = answer.status >= 300
    told.moments.push({ organizationId, atMs, isRefusal, tookMs: atMs - beganMs })
    if (!isRefusal) {
      const id = thing.id === '' ? idIn(answer.text) : thing.id
      const written = { requestId, thing, id, value }
      told.acknowledged.push(written)
      return written
    }
    if (!isPolite(answer)) {
      told.problems.push(`${method} ${path}: ${answer.status} ${answer.text}`)
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 409) {
        return undefined
      }
    }
    if (atMs - beganMs > answerWithinMs) {
      told.problems.push(`${method} ${path} is not acknowledged in time: ${answer.text}`)
      return undefined
    }
    await sleep(againMs)
  }
}

async function readBack(
  { thing, id, value }: Acknowledged,
  number: number,
  { readUrl, told }: Hand,
): Promise<void> {
  const path = readPathOf(thing, id)
  const answer = await send(`${readUrl}/v1${path}`, thing.token)
  told.counts.reads += 1
  if (isPolite(answer)) {
    told.counts.readsRefused += 1
    return
  }
  // Writes to a thing have rising numbers, and a later one may have come between.
  const [, found = '0'] = /grow (\d+)/.exec(answer.text) ?? []
  if (answer.status === 200 && Number(found) >= number) return
  const what = `GET ${path} after "${value}": ${answer.status}`
  if (answer.status === 200 || answer.status === 404) {
    told.missed.push(`${what} with "grow ${found}"`)
  } else told.problems.push(`${what} ${answer.text}`)
}

function requestOf({ kind, organizationId, spaceId, id }: Thing, value: string) {
  if (kind === 'team') {
    const path = `/orgs/${organizationId}/teams/${id}`
    return { method: 'PATCH', path, body: { title: value } }
  }
  if (kind === 'comment') {
    const path = `/spaces/${spaceId}/comments`
    return { method: 'POST', path, body: { body: { markdown: value } } }
  }
  const change = { operation: 'update_page', page: id, title: value }
  const changes = [{ ...change, document: { markdown: `Text of ${value}.\n` } }]
  return { method: 'POST', path: `/spaces/${spaceId}/content`, body: { changes } }
}

function readPathOf({ kind, organizationId, spaceId }: Thing, id: string): string {
  if (kind === 'team') return `/orgs/${organizationId}/teams/${id}`
  return kind === 'comment'
    ? `/spaces/${spaceId}/comments/${id}?format=markdown`
    : `/spaces/${spaceId}/content/page/${id}?format=markdown`
}

async function send(url: string, token: string, sent?: Sent): Promise<Answer> {
  try {
    const reply = await fetch(url, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'idempotency-key': sent.requestId,
          'x-request-id': sent.requestId,
        }),
      },
      ...(sent !== undefined && {
        method: sent.method,
        body: JSON.stringify(sent.body),
      }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await reply.text()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text }
  } catch (error) {
    return { status: 599, retryAfter: null, text: String(error) }
  }
}

/** A refusal that says when to come back, or to send the same again at once. */
function isPolite({ status, retryAfter, text }: Answer): boolean {
  if (status === 409) return text.includes('"reason":"busy"')
  return (status === 429 || status === 503) && retryAfter !== null
}

function idIn(text: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of postCommentInSpace
  return (JSON.parse(text) as { id: string }).id
}
