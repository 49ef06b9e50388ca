import type { ApiOperation, ApiPart } from '@lectern/content/openapi/model.ts'
import {
  answeredBytesMax,
  type OpenAPISpecAnswer,
  sentBytesMax,
} from '@lectern/contract/openapi-requests.ts'

import {
  authorizeReader,
  findSpec,
  type NamedSpec,
  selectParts,
} from '#/features/references/openapi-specs/public.ts'
import { EgressRefused, EgressTimeout } from '#/platform/egress/egress-errors.ts'
import type { EgressReply, EgressRequest } from '#/platform/egress/egress.ts'
import {
  forbidden,
  invalidRequest,
  notFound,
  rateLimited,
} from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation, type Request } from '#/platform/http/operation.ts'

import { headersToSend, headersToTell } from './forwarded-headers.ts'
import { urlOfOperation } from './operation-url.ts'

type Body = Request<'sendOpenAPISpecRequest'>['body']

const timeoutMs = 15_000

export const sendOpenAPISpecRequest = operation(
  'sendOpenAPISpecRequest',
  async ({ params, body }, context) => {
    await authorizeReader(context, params)
    if (context.config.OPENAPI_PROXY === 'off') {
      throw forbidden('send requests from here', 'OPENAPI_PROXY to be on')
    }
    const asked = await findOperation(context, params, body.operation)
    const url = urlOfOperation(asked, body.url)
    if (url === undefined) throw otherAddress()
    const request = requestOf(asked, body)
    const turn = await context.requestTurns.take(params.organizationId, async () =>
      send(context, url.href, request),
    )
    if ('retrySeconds' in turn) throw rateLimited(turn.retrySeconds)
    return turn.result
  },
)

async function findOperation(
  { db }: Pick<ReaderContext, 'db'>,
  named: NamedSpec,
  name: string,
): Promise<ApiOperation> {
  const { organizationId } = named
  const { id: specId } = await findSpec(db, named)
  const of = { organizationId, specId, kinds: ['operation'], names: [name] }
  const [row] = await db.many(selectParts, of)
  if (row === undefined) throw notFound('operation', name)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only parts that were read are stored
  const part = JSON.parse(row.part) as ApiPart
  if (part.kind !== 'operation') throw notFound('operation', name)
  return part
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function requestOf(asked: ApiOperation, { headers, body }: Body): EgressRequest {
  const method = methods.find((each) => each === asked.method.toUpperCase())
  if (method === undefined) {
    throw invalidRequest('Operations of this method cannot be sent from here.')
  }
  const bytes = body && bytesOf(body)
  if (bytes !== undefined && bytes.length > sentBytesMax) {
    const message = `has more than ${sentBytesMax} bytes`
    const path = 'body.body'
    throw invalidRequest(`${path} ${message}.`, [{ path, message }])
  }
  return {
    method,
    headers: headersToSend(headers),
    ...(bytes !== undefined && method !== 'GET' && method !== 'HEAD' && { body: bytes }),
    timeoutMs,
    responseBytesMax: answeredBytesMax,
    cutsBody: true,
    redirectsMax: 0,
  }
}

function bytesOf(body: NonNullable<Body['body']>): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}

function otherAddress() {
  const path = 'body.url'
  const message = 'is no address of this operation on a server of the specification'
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}

/** What became of it; neither the request nor a failure is logged, for both may hold secrets. */
async function send(
  { egress }: Pick<ReaderContext, 'egress'>,
  url: string,
  request: EgressRequest,
): Promise<OpenAPISpecAnswer> {
  const startedMs = performance.now()
  try {
    const reply = await egress.fetch(url, request)
    const durationMs = Math.round(performance.now() - startedMs)
    return { outcome: 'answered', ...viewReply(reply), durationMs }
  } catch (error) {
    if (error instanceof EgressTimeout) return { outcome: 'timeout' }
    return { outcome: error instanceof EgressRefused ? 'refused' : 'unreachable' }
  }
}

function viewReply({ status, headers, body, isCut }: EgressReply) {
  const text = textIn(body, isCut)
  return {
    status,
    headers: [...headersToTell(headers)],
    body: text ?? body.toString('base64'),
    isBase64: text === undefined,
    bodyBytes: body.length,
    isTruncated: isCut,
  }
}

/** The text that bytes are; undefined for others. What was cut may end within a character. */
function textIn(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const text = decoder.decode(bytes, { stream: isCut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
