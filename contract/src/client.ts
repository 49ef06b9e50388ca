import type { OperationDefinition } from './operation.ts'
import { type OperationId, type Operations, operations } from './operations.ts'

export interface ClientOptions {
  /** The address of the server, without `/v1`. */
  readonly url: string
  readonly token?: string
  /** The name of the client in the server's log. */
  readonly userAgent?: string
  /** The limit for repeating a request when the server could not be reached or was too busy. */
  readonly retriesMax?: number
}

type Named<Key extends string, Value> = object extends Value
  ? { readonly [K in Key]?: Value }
  : { readonly [K in Key]: Value }

type BodyPart<Body> = [Body] extends [undefined]
  ? object
  : undefined extends Body
    ? { readonly body?: Body }
    : { readonly body: Body }

/** The parameters, query and body of a call, as its definition has them. */
export type CallOf<Id extends OperationId> = Named<'params', Operations[Id]['params']> &
  Named<'query', Operations[Id]['query']> &
  BodyPart<Operations[Id]['body']> & {
    /** The ETag that the object must still have for the write. */
    readonly ifMatch?: string
    readonly signal?: AbortSignal
  }

type CallArguments<Id extends OperationId> =
  object extends CallOf<Id> ? [call?: CallOf<Id>] : [call: CallOf<Id>]

export interface Client {
  readonly call: <Id extends OperationId>(
    id: Id,
    ...call: CallArguments<Id>
  ) => Promise<Operations[Id]['reply']>
  /** Calls an operation that answers with bytes, and streams them. */
  readonly download: <Id extends BytesId>(
    id: Id,
    ...call: CallArguments<Id>
  ) => Promise<ReadableStream<Uint8Array>>
}

type BytesId = {
  [Id in OperationId]: Operations[Id]['bytes'] extends true ? Id : never
}[OperationId]

/** A refusal, with the message of the server. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Zero when the server was not reached at all. */
  readonly status: number
  readonly reason: string
  readonly requestId: string | undefined
  readonly details: readonly { readonly path: string; readonly message: string }[]
  /** The seconds after which the server wants to be asked again, if it said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options)
    this.status = status
    this.reason = refusal.reason
    this.requestId = refusal.requestId
    this.details = refusal.details ?? []
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

interface Refusal {
  readonly message: string
  readonly reason: string
  readonly retryAfterSeconds?: number | undefined
  readonly requestId?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly ifMatch?: string
  readonly signal?: AbortSignal
}

const retriesDefault = 4
const waitMsFirst = 250
const waitMsMax = 10_000

/**
 * Calls the operations of the contract by their ids. Every write has an Idempotency-Key, so that
 * repeating it after a lost answer never applies it twice.
 */
export function createClient({ url, token, ...options }: ClientOptions): Client {
  if (token !== undefined && !canBeToken(token)) {
    throw new TypeError('The token has a character that cannot stand in an HTTP header.')
  }
  const base = `${url.endsWith('/') ? url.slice(0, -1) : url}/v1`
  const retriesMax = options.retriesMax ?? retriesDefault
  const shared = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(options.userAgent !== undefined && { 'user-agent': options.userAgent }),
  }

  async function answerTo(id: OperationId, call: Call): Promise<Response> {
    const definition: OperationDefinition = operations[id]
    const target = base + pathOf(definition, call)
    return patiently(target, requestOf(definition, call, shared), retriesMax)
  }
  const send = async (id: OperationId, call: Call = {}) => read(await answerTo(id, call))
  const download = async (id: OperationId, call: Call = {}) =>
    bytesOf(await answerTo(id, call))

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definition that types the call is the one that is sent
  return { call: send as Client['call'], download: download as Client['download'] }
}

/** Whether a text has only characters that can stand in `Authorization: Bearer …`. */
export function canBeToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

/** Every entry of a paged list, page by page. */
export async function* everyEntry<Entry>(
  page: (cursor: { page?: string }) => Promise<{
    items: readonly Entry[]
    next?: { page: string }
  }>,
): AsyncGenerator<Entry> {
  let cursor: string | undefined
  do {
    const { items, next } = await page(cursor === undefined ? {} : { page: cursor })
    yield* items
    cursor = next?.page
  } while (cursor !== undefined)
}

function pathOf(
  { path }: OperationDefinition,
  { params = {}, query = {} }: Call,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    (params[name] ?? '').split('/').map(encodeURIComponent).join('/'),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function requestOf(
  { method }: OperationDefinition,
  { body, ifMatch, signal }: Call,
  shared: Readonly<Record<string, string>>,
): RequestInit {
  return {
    method,
    // A header that cannot be sent fails here: `fetch` would fail as if nobody answered.
    headers: new Headers({
      ...shared,
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
}

async function patiently(
  target: string,
  request: RequestInit,
  retriesMax: number,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptTo(target, request)
    const isLast = attempt >= retriesMax
    if (outcome instanceof CallError) {
      if (isLast) throw outcome
      await wait(waitMsFirst * 2 ** attempt)
    } else {
      if (isLast || !(await isBusy(outcome))) return outcome
      await outcome.body?.cancel()
      await wait(retryAfterMs(outcome) ?? waitMsFirst * 2 ** attempt)
    }
  }
}

async function attemptTo(
  target: string,
  request: RequestInit,
): Promise<Response | CallError> {
  try {
    return await fetch(target, request)
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    const { origin } = new URL(target)
    return new CallError(
      0,
      {
        reason: 'unreachable',
        message: `No answer from ${origin}. Is the server running, and is this its address?`,
      },
      { cause: error },
    )
  }
}

/** Refusals with 429 that the same request would only get again, or not before tomorrow. */
const notWorthWaiting: ReadonlySet<unknown> = new Set([
  'content_too_dear',
  'mail_limit_reached',
])

async function isBusy(reply: Response): Promise<boolean> {
  const { status } = reply
  if (status === 429) return !notWorthWaiting.has(await reasonOf(reply.clone()))
  return status === 502 || status === 503 || status === 504
}

async function reasonOf(reply: Response): Promise<unknown> {
  try {
    const body: unknown = await reply.json()
    return Object(Object(body).error).reason
  } catch {
    return undefined
  }
}

function retryAfterMs(reply: Response): number | undefined {
  const seconds = retryAfterSeconds(reply)
  return seconds === undefined ? undefined : Math.min(seconds * 1000, waitMsMax)
}

function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(ms, waitMsMax))
  })
}

async function read(reply: Response): Promise<unknown> {
  const text = await reply.text()
  if (reply.ok) return text === '' ? undefined : JSON.parse(text)
  throw refusalOf(reply, text)
}

async function bytesOf(reply: Response): Promise<ReadableStream<Uint8Array>> {
  if (reply.ok && reply.body !== null) return reply.body
  throw refusalOf(reply, await reply.text())
}

function refusalOf(reply: Response, text: string): CallError {
  const refusal = refusalIn(text) ?? unexplained(reply)
  const after = { retryAfterSeconds: retryAfterSeconds(reply) }
  return new CallError(reply.status, { ...refusal, ...after })
}

function refusalIn(text: string): Refusal | undefined {
  try {
    const body: unknown = JSON.parse(text)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked on the next line
    const { error } = body as { error?: Refusal }
    return typeof error?.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

function unexplained({ status, url }: Response): Refusal {
  return {
    reason: 'unexplained',
    message: `${new URL(url).origin} answered ${status} without saying why; it may not be a Lectern server.`,
  }
}
