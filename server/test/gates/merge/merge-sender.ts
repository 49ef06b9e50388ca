import type { TestBody } from '#test/test-api.ts'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Edit } from './merge-edits.ts'
import type {
  HistoryItem,
  RequestAnswer,
  RequestAttempt,
  WriteAnswer,
} from './merge-history.ts'

const answerWithinMs = 20_000
const attemptsMax = 20
export const afterFailureMs = 30

export interface Reply {
  readonly status: number
  readonly etag: string
  readonly body: TestBody
}

/** What is asked of a change request as a whole. */
export interface Asking {
  readonly kind: RequestAttempt['kind']
  /** Its id, or the mark that becomes its subject. */
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  /** Asked again until there is an answer. */
  readonly isRepeated: boolean
}

export interface Sender {
  /** A GET below the space; undefined when there was no answer to rely on. */
  readonly read: (target: string) => Promise<Reply | undefined>
  /** Of a change request, or of the main branch. */
  readonly readHead: (client: number, request?: string) => Promise<Reply | undefined>
  readonly write: (client: number, edit: Edit) => Promise<WriteAnswer>
  readonly ask: (client: number, asking: Asking) => Promise<RequestAnswer>
  /** Asks until it is so; true once it is. */
  readonly setStatus: (request: string, status: string) => Promise<boolean>
}

interface Sending {
  readonly url: string
  readonly spaceId: string
  readonly token: string
  readonly history: HistoryItem[]
  readonly surprises: string[]
}

/** Where the content of a branch is, below its space. */
export function placeOf(request: string | undefined): string {
  return request === undefined ? '' : `/change-requests/${request}`
}

/** Sends what clients ask for, and notes what they asked and what they were told. */
export function createSender(sending: Sending): Sender {
  const { spaceId, history, surprises } = sending

  async function read(target: string): Promise<Reply | undefined> {
    const reply = await send(sending, target).catch(() => undefined)
    if (reply === undefined || reply.status === 200) return reply
    if (reply.status !== 503) surprises.push(describe(target, reply))
    return undefined
  }

  /** Undefined when nobody knows; where it may be, it is asked again. */
  async function settle(target: string, asked: Asked & { isRepeated: boolean }) {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await send(sending, target, asked).catch(() => undefined)
      if (reply !== undefined && isSurprise(reply)) {
        surprises.push(describe(target, reply))
      }
      if (reply !== undefined && isAnswer(reply)) return reply
      if (!asked.isRepeated || attempt === attemptsMax) return undefined
      await sleep(afterFailureMs * attempt)
    }
  }

  return {
    read,
    async readHead(client, request) {
      const startMs = performance.now()
      const reply = await read(`${placeOf(request)}/content`)
      const endMs = performance.now()
      if (reply === undefined) return undefined
      const branch = request ?? spaceId
      const revision: string = reply.body.id
      history.push({ kind: 'read', client, branch, startMs, endMs, revision })
      return reply
    },
    async write(client, { request, changes, headers, effect, mark, onlyAfter }) {
      const startMs = performance.now()
      // Whoever sends a key asks again; nobody else may.
      const isRepeated = 'idempotency-key' in headers
      const asked = { method: 'POST', body: { changes }, headers, isRepeated }
      const query = request === undefined ? '' : '?compat=false'
      const place = `${placeOf(request)}/content${query}`
      const answer = editAnswer(await settle(place, asked))
      const endMs = performance.now()
      const branch = request ?? spaceId
      const noted = {
        ...({ kind: 'edit', client, branch, mark, effect, startMs, endMs } as const),
        answer,
      }
      history.push(onlyAfter === undefined ? noted : { ...noted, onlyAfter })
      if (answer.outcome === 'unknown') await sleep(afterFailureMs)
      return answer
    },
    async ask(client, { kind, request, headers, isRepeated }) {
      const startMs = performance.now()
      const [target, body] =
        kind === 'create'
          ? ['/change-requests', { subject: request }]
          : [`${placeOf(request)}/${kind}`, undefined]
      const asked = { method: 'POST', ...(body && { body }), headers, isRepeated }
      const answer = requestAnswer(kind, await settle(target, asked))
      const endMs = performance.now()
      history.push({ kind, client, request, startMs, endMs, answer })
      if (answer.outcome === 'unknown') await sleep(afterFailureMs)
      return answer
    },
    async setStatus(request, status) {
      const asked = { method: 'PATCH', body: { status }, isRepeated: true }
      const reply = await settle(placeOf(request), asked)
      return reply?.status === 200
    },
  }
}

interface Asked {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

async function send(
  { url, spaceId, token }: Sending,
  target: string,
  { method = 'GET', body, headers }: Asked = {},
): Promise<Reply> {
  const reply = await fetch(`${url}/v1/spaces/${spaceId}${target}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // A connection of its own, so that the proxy cuts answers one by one.
      connection: 'close',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const etag = reply.headers.get('etag') ?? ''
  return { status: reply.status, etag, body: await reply.json() }
}

/** False for what may be asked once more. */
function isAnswer({ status, body }: Reply): boolean {
  return status < 500 && reasonOf(body) !== 'busy'
}

function refusal({ status, body }: Reply) {
  return { outcome: 'refused', status, reason: reasonOf(body) } as const
}

function editAnswer(reply: Reply | undefined): WriteAnswer {
  if (reply === undefined) return { outcome: 'unknown' }
  const { status, body } = reply
  return status === 200
    ? { outcome: 'done', revision: body.revision, parents: body.parents }
    : refusal(reply)
}

function requestAnswer(
  kind: RequestAttempt['kind'],
  reply: Reply | undefined,
): RequestAnswer {
  if (reply === undefined) return { outcome: 'unknown' }
  const { status, body } = reply
  if (status === 201) {
    const made = { id: body.id, number: body.number }
    return { outcome: 'done', revision: body.revisionInitial, made }
  }
  if (status !== 200) return refusal(reply)
  return body.result === kind
    ? { outcome: 'done', revision: body.revision }
    : { outcome: 'refused', status, reason: body.result }
}

const conflicts = ['busy', 'edit_conflict', 'change_request_closed']

function isSurprise({ status, body }: Reply): boolean {
  const isConflict = status === 409 && conflicts.includes(reasonOf(body))
  return ![200, 201, 412, 503].includes(status) && !isConflict
}

function reasonOf(body: { error?: { reason?: string } }): string {
  return body.error?.reason ?? ''
}

function describe(what: string, { status, body }: Reply): string {
  return `${what} was answered ${status}: ${JSON.stringify(body)}`
}
