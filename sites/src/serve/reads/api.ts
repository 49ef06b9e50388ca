import {
  CallError,
  type CallOf,
  type Client,
  createClient,
} from '@lectern/contract/client.ts'
import type { OperationId, Operations } from '@lectern/contract/operations.ts'

import type { Metrics } from '#/serve/metrics.ts'

import { Breakers } from './breakers.ts'
import type { Scope } from './scope.ts'

const awaySeconds = 5

/** Thrown when the api gave no usable answer: cached content is served instead, if there is any. */
export class ApiAwayError extends Error {
  override readonly name: string = 'ApiAwayError'
  /** What a reader is answered for whom nothing is cached, and when they may try again. */
  readonly status: 429 | 503 = 503
  readonly retrySeconds: number = awaySeconds
}

/** Thrown when the readers of a site ask more than the api answers in a minute. */
class SiteBusyError extends ApiAwayError {
  override readonly name = 'SiteBusyError'
  override readonly status = 429
  override readonly retrySeconds: number

  constructor({ message, retryAfterSeconds }: CallError, options: ErrorOptions) {
    super(message, options)
    this.retrySeconds = retryAfterSeconds ?? awaySeconds
  }
}

/** Thrown when a token expired or its site changed since it was issued: resolve the URL again. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError'
}

export interface ApiOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly metrics: Metrics
  readonly timeoutMs?: number
}

export interface Api {
  /**
   * Calls the api; undefined if the object does not exist, or is not visible with this token. A call
   * may bring a signal that ends it at another time than usual: a site whose reader waits no longer
   * has not failed.
   */
  readonly read: <Id extends OperationId>(
    id: Id,
    scope: Pick<Scope, 'siteId' | 'token'>,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
  /**
   * Calls the api with the secret that it shares with the renderer. `about` names the site, as far
   * as that is known.
   */
  readonly asRenderer: <Id extends OperationId>(
    id: Id,
    about: string,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
}

const timeoutMsDefault = 5000
const clientsMax = 1000

export function openApi({ url, rendererSecret, metrics, ...options }: ApiOptions): Api {
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault
  const clients = new Map<string, Client>()
  const breakers = new Breakers()

  function clientFor(token: string): Client {
    const known = clients.get(token)
    if (known !== undefined) return known
    // Tokens change every hour, so a full map may drop all clients at once.
    if (clients.size >= clientsMax) clients.clear()
    const made = createClient({ url, token, userAgent: 'lectern-sites', retriesMax: 0 })
    clients.set(token, made)
    return made
  }

  async function send<Id extends OperationId>(
    id: Id,
    { token, about }: { readonly token: string; readonly about: string },
    call: CallOf<Id>,
  ): Promise<Operations[Id]['reply'] | undefined> {
    if (!breakers.mayTry(about)) {
      throw new ApiAwayError(`The api is away: ${id} was not asked`)
    }
    metrics.count('apiCalls', id)
    try {
      const signal = call.signal ?? AbortSignal.timeout(timeoutMs)
      const bounded = { ...call, signal }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same call with a signal
      const ask = clientFor(token).call as (
        operation: Id,
        given: CallOf<Id>,
      ) => Promise<Operations[Id]['reply']>
      const answer = await ask(id, bounded)
      breakers.answered(about)
      return answer
    } catch (error) {
      const isGivenUp = call.signal?.aborted === true && !(error instanceof CallError)
      if (isGivenUp) throw unanswered(error, id)
      return judge(error, id, about)
    }
  }

  function judge(error: unknown, id: OperationId, about: string): undefined {
    if (error instanceof CallError) {
      if (error.status > 0 && error.status < 500) breakers.answered(about)
      if (error.status === 404 || error.status === 403) return undefined
      if (error.status === 401) {
        throw new TokenRefusedError(error.message, { cause: error })
      }
      // Too many requests of one site say nothing about the next request.
      if (error.status === 429) throw new SiteBusyError(error, { cause: error })
      if (error.status > 0 && error.status < 500) throw error
    }
    const isUnreachable = error instanceof CallError && error.status === 0
    breakers.failed(isUnreachable ? undefined : about)
    throw unanswered(error, id)
  }

  function unanswered(cause: unknown, id: OperationId): ApiAwayError {
    metrics.count('apiFailures', id)
    return new ApiAwayError(`The api did not answer ${id}`, { cause })
  }

  return {
    read: async (id, { token, siteId }, call) => send(id, { token, about: siteId }, call),
    asRenderer: async (id, about, call) =>
      send(id, { token: rendererSecret, about }, call),
  }
}

/** The result of a read that a page can do without; undefined while the api is away. */
export async function unlessAway<Value>(
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiAwayError) return undefined
    throw error
  }
}

/** Whether the api refuses the input of a call. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status === 400
}

/** The result of a read; undefined if the api refuses its input, such as a path a reader typed. */
export async function unlessRefused<Value>(
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
