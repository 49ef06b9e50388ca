import { CallError, type CallOf } from '@lectern/contract/client.ts'

import { plain, type Produced, type Visit } from './visit.ts'
import type { Tools } from './tools.ts'

type Asked = CallOf<'sendOpenAPISpecRequest'>['body']

/** Longer than the api waits for the server that is asked. */
const waitMsMax = 20_000

/**
 * Sends a request for a reader, and answers what came back as JSON: as its own content it would run
 * here. Only pages of the site may ask, and nothing of it is logged.
 */
export async function answerTry(tools: Tools, visit: Visit): Promise<Produced> {
  const { tryLimit, api } = tools
  if (tryLimit === undefined) return plain(404, 'This site sends no requests.')
  if (!isSurelyFromSite(visit)) {
    return plain(403, 'Requests are taken from the pages of the site only.')
  }
  const retrySeconds = tryLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too many requests at once. Wait a minute, then send it again.', {
      'retry-after': String(retrySeconds),
    })
  }
  const asked = askedIn(visit.json ?? '')
  if (asked === undefined) return plain(400, 'Send what to ask as JSON.')
  const { scope } = visit.held.site
  const { organizationId } = scope
  try {
    const reply = await api.read('sendOpenAPISpecRequest', scope, {
      params: { organizationId, specSlug: asked.spec },
      body: asked.body,
      signal: AbortSignal.timeout(waitMsMax),
    })
    if (reply === undefined) return plain(404, 'There is no such operation.')
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify(reply),
      isCacheable: false,
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return plain(error.status === 413 ? 413 : 400, 'This request cannot be sent.')
  }
}

/** Whether a page of the site sent it: a program that sends neither header is none. */
function isSurelyFromSite({ origin, fetchSite, url }: Visit): boolean {
  return (
    fetchSite === 'same-origin' || (fetchSite === undefined && origin === url.sentOrigin)
  )
}

function askedIn(
  json: string,
): { readonly spec: string; readonly body: Asked } | undefined {
  const given = parsed(json)
  if (typeof given !== 'object' || given === null || !('spec' in given)) return undefined
  const { spec, ...body } = given
  if (typeof spec !== 'string' || !/^[a-zA-Z0-9-]{1,100}$/.test(spec)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the api validates it, as it comes from a reader
  return { spec, body: body as Asked }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
