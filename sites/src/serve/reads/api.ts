import {
  CallError,
  type CallOf,
  type Client,
  createClient,
} from '@lectern/contract/client.ts'
import type { OperationId, Operations } from '@lectern/contract/operations.ts'

import type { Metrics } from '#/serve/metrics.ts'

/** The api did not answer, or not usefully: what is kept is served instead. */
export class ApiAwayError extends Error {
  override readonly name = 'ApiAwayError'
}

/** The token was too old, or the site has changed under it: resolve again. */
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
  /** Undefined: what was asked for is not there, or not for this token. */
  readonly read: <Id extends OperationId>(
    id: Id,
    token: string,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
  /** With the secret that api and renderer share. */
  readonly asRenderer: <Id extends OperationId>(
    id: Id,
    call: CallOf<Id>,
  ) => Promise<Operations[Id]['reply'] | undefined>
}

const timeoutMsDefault = 5000
/** After a failure others need not find out for themselves; one call in this time tries again. */
const awayMs = 500
const clientsMax = 1000

export function openApi({ url, rendererSecret, metrics, ...options }: ApiOptions): Api {
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault
  const clients = new Map<string, Client>()
  let awayUntilMs = 0

  function clientFor(token: string): Client {
    const known = clients.get(token)
    if (known !== undefined) return known
    // Tokens change every hour, so all clients may go at once.
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
      // Too many requests of one site say nothing about the others.
      if (error.status === 429) throw new ApiAwayError(error.message, { cause: error })
      if (error.status > 0 && error.status < 500) throw error
    }
    awayUntilMs = Date.now() + awayMs
    metrics.count('apiFailures', id)
    throw new ApiAwayError(`The api did not answer ${id}`, { cause: error })
  }

  return { read, asRenderer: async (id, call) => read(id, rendererSecret, call) }
}

/** For what a page can do without. */
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

/** For what a reader wrote into an address: what the api refuses to look for is nowhere. */
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
