import {
  CallError,
  type CallOf,
  type Client,
  createClient,
} from '@lectern/contract/client.ts'
import type { OperationId, Operations } from '@lectern/contract/operations.ts'

import type { Metrics } from '#/serve/metrics.ts'

/** Thrown when the api gave no usable answer: cached content is served instead, if there is any. */
export class ApiAwayError extends Error {
  override readonly name = 'ApiAwayError'
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
  /** Calls the api; undefined if the object does not exist, or is not visible with this token. */
  readonly read: <Id extends OperationId>(
    id: Id,
    token: string,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
  /** Calls the api with the secret that it shares with the renderer. */
  readonly asRenderer: <Id extends OperationId>(
    id: Id,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
}

const timeoutMsDefault = 5000
/** The interval after a failure in which one call tries the api again; the others fail at once. */
const awayMs = 500
const clientsMax = 1000

export function openApi({ url, rendererSecret, metrics, ...options }: ApiOptions): Api {
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault
  const clients = new Map<string, Client>()
  let awayUntilMs = 0

  function clientFor(token: string): Client {
    const known = clients.get(token)
    if (known !== undefined) return known
    // Tokens change every hour, so a full map may drop all clients at once.
    if (clients.size >= clientsMax) clients.clear()
    const made = createClient({ url, token, userAgent: 'lectern-sites', retriesMax: 0 })
    clients.set(token, made)
    return made
  }

  async function read<Id extends OperationId>(
    id: Id,
    token: string,
    call: CallOf<Id>,
  ): Promise<Operations[Id]['reply'] | undefined> {
    if (awayUntilMs > 0) {
      if (Date.now() < awayUntilMs) {
        throw new ApiAwayError(`The api is away: ${id} was not asked`)
      }
      awayUntilMs = Date.now() + awayMs
    }
    metrics.count('apiCalls', id)
    try {
      const bounded = { ...call, signal: AbortSignal.timeout(timeoutMs) }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same call with a signal
      const send = clientFor(token).call as (
        operation: Id,
        given: CallOf<Id>,
      ) => Promise<Operations[Id]['reply']>
      const answer = await send(id, bounded)
      awayUntilMs = 0
      return answer
    } catch (error) {
      return judge(error, id)
    }
  }

  function judge(error: unknown, id: OperationId): undefined {
    if (error instanceof CallError) {
      if (error.status > 0 && error.status < 500) awayUntilMs = 0
      if (error.status === 404 || error.status === 403) return undefined
      if (error.status === 401) {
        throw new TokenRefusedError(error.message, { cause: error })
      }
      // Too many requests of one site say nothing about the other sites.
      if (error.status === 429) throw new ApiAwayError(error.message, { cause: error })
      if (error.status > 0 && error.status < 500) throw error
    }
    awayUntilMs = Date.now() + awayMs
    metrics.count('apiFailures', id)
    throw new ApiAwayError(`The api did not answer ${id}`, { cause: error })
  }

  return { read, asRenderer: async (id, call) => read(id, rendererSecret, call) }
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

/** The result of a read; undefined if the api refuses its input, such as a path a reader typed. */
export async function unlessRefused<Value>(
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CallError && error.status === 400) return undefined
    throw error
  }
}
