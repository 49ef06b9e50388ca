import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'
import { findSpec } from '#/features/references/openapi-specs/public.ts'
import { createOpenAPISpec } from '#/features/references/openapi-specs/put-spec.ts'
import { sendOpenAPISpecRequest } from '#/features/references/openapi-requests/send-request.ts'
import type { Operation } from '#/platform/http/operation.ts'
import type { Services } from '#/platform/services.ts'

import { callerOf, type Got, refusalIn, type Somebody } from './ssrf-somebody.ts'
import { isOnPublicServer, type Vector } from './ssrf-vectors.ts'

const specSlug = 'ask'
/** So often a name has led to another address. */
const rebindingsMax = 3

/** A specification with an operation for each vector, on its server, which the api sends then. */
export async function openRequests(
  services: Services,
  somebody: Somebody,
  vectors: readonly Vector[],
): Promise<(vector: Vector) => Promise<Got>> {
  const { organization: organizationId } = somebody
  const context = {
    ...services,
    caller: callerOf(somebody),
    requestId: 'gate',
    lineOfWrites: async () => organizationId,
  }
  const operations = new Map(vectors.map(({ url }, index) => [url, divided(url, index)]))
  const text = JSON.stringify(documentOf([...operations.values()]))
  const body = { slug: specSlug, source: { text } }
  await run(createOpenAPISpec, context, { params: { organizationId }, body })
  const { id: specId } = await findSpec(services.db, { organizationId, specSlug })
  await processSpec.run({ organizationId, specId }, services)

  const ask = async (url: string): Promise<Got> => {
    const operation = `get ${operations.get(url)?.path ?? ''}`
    const request = {
      params: { organizationId, specSlug },
      body: { operation, url, headers: [] },
    }
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of this operation
      const answer = (await run(sendOpenAPISpecRequest, context, request)) as Answer
      return answer.outcome === 'answered'
        ? { kind: 'fetched' }
        : { kind: 'refused', message: answer.outcome }
    } catch (error) {
      return refusalIn(error)
    }
  }
  return async ({ about, url }) => {
    const times = about === 'rebinding' ? rebindingsMax : 1
    let got = await ask(url)
    for (let again = 1; again < times; again += 1) got = await ask(url)
    return got
  }
}

interface Answer {
  readonly outcome: string
}

/** No redirect is followed, and only names and IPv4 addresses are asked. */
export function expectedOfRequest(vector: Vector): 'fetched' | 'refused' | 'either' {
  if (vector.about === 'body') return 'either'
  if (vector.about !== 'public') return isOnPublicServer(vector) ? 'fetched' : 'refused'
  return /\[|\.(?:\/|:)/.test(vector.url) ? 'refused' : 'fetched'
}

interface Divided {
  readonly server: string
  readonly path: string
}

/** The query tells operations with the same path apart; it is no part of what is sent. */
function divided(url: string, index: number): Divided {
  const [, server = '', path = ''] = /^(\w*:?[/\\]*[^/?#]*)([^?#]*)/.exec(url) ?? []
  return { server, path: `${path === '' ? '/' : path}?vector=${index}` }
}

function documentOf(operations: readonly Divided[]): object {
  const get = { responses: { 200: { description: 'Done' } } }
  const paths = operations.map(({ server, path }) => [
    path,
    { servers: [{ url: server }], get },
  ])
  const info = { title: 'Ask', version: '1' }
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths) }
}

async function run(
  { handle }: Operation,
  context: object,
  request: object,
): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that these handlers read of it is there
  return handle(request as never, context as never)
}
