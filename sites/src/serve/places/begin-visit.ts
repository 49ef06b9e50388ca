import { ApiAwayError } from '#/serve/reads/api.ts'

export interface BroughtCode {
  readonly siteId: string
  readonly code: string
  /** The digest of what the browser has kept since it began. */
  readonly flow: string
  /** The host with its port, unless that goes without saying. */
  readonly host: string
}

/** Exchanges the code of a member for what they read with; undefined if it is good for nothing. */
export type BeginVisit = (brought: BroughtCode) => Promise<string | undefined>

export interface BeginVisitOptions {
  readonly url: string
  readonly rendererSecret: string
}

const waitMsMax = 5000

export function beginVisits({ url, rendererSecret }: BeginVisitOptions): BeginVisit {
  return async ({ siteId, ...brought }) => {
    const reply = await fetch(`${url}/~render/sites/${siteId}/visits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${rendererSecret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(brought),
      signal: AbortSignal.timeout(waitMsMax),
    }).catch((error: unknown) => {
      throw new ApiAwayError('The api did not exchange a code', { cause: error })
    })
    if (reply.ok) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its only field is checked
      const { secret } = (await reply.json()) as { readonly secret?: unknown }
      return typeof secret === 'string' ? secret : undefined
    }
    await reply.body?.cancel()
    if (reply.status === 404) return undefined
    throw new ApiAwayError(`The api answered ${reply.status} for a code`)
  }
}
