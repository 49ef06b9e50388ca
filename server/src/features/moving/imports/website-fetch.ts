import { EgressRefused, EgressTimeout } from '#/platform/egress/egress-errors.ts'
import type { Egress, EgressReply } from '#/platform/egress/egress.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { goOn } from '#/platform/jobs/job.ts'

import type { Robots } from './website-robots.ts'
import type { WebScope } from './website-scope.ts'

/** Why nothing was read at an address, in words for whoever started the import. */
export class NotRead extends Error {
  override readonly name = 'NotRead'
}

const timeoutMs = 10_000
const redirectsMax = 5

/** What a refusal of the threads says of one part of a website, which is no fault of the others. */
const refusals: Readonly<Record<string, string>> = {
  content_too_dear: 'Reading it takes more time or memory than there is for one page',
  content_busy: 'The server had too much to read at that time',
  overloaded: 'The server had too much to read at that time',
}

/** Does work on one part, and gives that part up where the threads refuse it. */
export async function partOf<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const refusal = error instanceof ApiError ? refusals[error.reason] : undefined
    throw refusal === undefined ? error : new NotRead(refusal, { cause: error })
  }
}

export interface WebFetch {
  readonly egress: Egress
  readonly scope: WebScope
  readonly robots: Robots
  /** Waits until the host may be asked again; throws when the import is over. */
  readonly turn: () => Promise<void>
  /** Ends the import when its worker stops. */
  readonly stopping: AbortSignal | undefined
}

/** Fetches from the host of the import; a redirect is followed only there. */
export async function fetchOnHost(
  { egress, scope, robots, turn, stopping }: WebFetch,
  address: string,
  { bytesMax, accept }: { readonly bytesMax: number; readonly accept: string },
): Promise<EgressReply> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (!scope.isOnHost(url)) throw new NotRead('It leads to another host')
    if (!robots.mayRead(url.pathname + url.search)) {
      throw new NotRead('The robots.txt of the site asks not to read it')
    }
    await turn()
    const reply = await fetched(egress, url.href, { bytesMax, accept, stopping })
    const location = isRedirect(reply) ? reply.headers.location : undefined
    if (location === undefined) return reply
    const next = URL.parse(location, url.href)
    if (next === null) throw new NotRead('It leads to no address')
    url = next
  }
  throw new NotRead(`It leads through more than ${redirectsMax} redirects`)
}

function isRedirect({ status }: EgressReply): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

interface ToFetch {
  readonly bytesMax: number
  readonly accept: string
  readonly stopping: AbortSignal | undefined
}

async function fetched(
  egress: Egress,
  url: string,
  { bytesMax, accept, stopping }: ToFetch,
): Promise<EgressReply> {
  try {
    return await egress.fetch(url, {
      timeoutMs,
      responseBytesMax: bytesMax,
      redirectsMax: 0,
      headers: { accept },
      ...(stopping !== undefined && { signal: stopping }),
    })
  } catch (error) {
    goOn(stopping)
    throw new NotRead(wordsFor(error, bytesMax), { cause: error })
  }
}

/** A host that does not exist and one inside the network are refused in the same words. */
function wordsFor(error: unknown, bytesMax: number): string {
  if (error instanceof EgressTimeout) {
    return `Its server sent no complete answer within ${timeoutMs / 1000} seconds`
  }
  if (!(error instanceof EgressRefused)) return unreachable
  if (error.reason === 'size') return `It is larger than ${bytesMax} bytes`
  if (error.reason === 'encoding') return 'It is compressed in an unknown way'
  if (error.reason === 'port') return 'Its address names a port that is not fetched from'
  return unreachable
}

const unreachable = 'Its host does not answer on the public internet'
