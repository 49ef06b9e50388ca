import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { translateDatabaseError } from '#/platform/database/database-errors.ts'
import {
  ApiError,
  bodyTooLarge,
  internalError,
  invalidRequest,
  invalidText,
  unsupportedMediaType,
} from '#/platform/errors/api-error.ts'

/** Answers a request that failed, and logs the cause of a failure of the server. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = translate(error, request)
  if (known.status >= 500) {
    request.log.error({ err: error, operation: operationOf(request) }, 'request failed')
  }
  return (
    reply
      .status(known.status)
      // What one may not see, or not yet, is there for another, or a moment later.
      .header('cache-control', 'no-store')
      .headers(known.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(bodyOf(known, request.id))
  )
}

function bodyOf(error: ApiError, requestId: string) {
  const { status: code, message, reason, details, members } = error
  return {
    error: { code, message, reason, requestId, ...(details && { details }), ...members },
  }
}

/** Answers bytes that are not HTTP: without a request, there is only a connection to close. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, label] = unreadable[error.code ?? ''] ?? [400, 'Bad Request']
  const requestId = randomUUID()
  const message =
    status === 408
      ? 'The request did not come whole in time. Send it again, over a faster line or in smaller parts.'
      : `The request cannot be read as HTTP: ${label}.`
  const refusal = new ApiError(status, 'invalid_request', message)
  const body = JSON.stringify(bodyOf(refusal, requestId))
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${label}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Access-Control-Allow-Origin: *',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

export function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config.operationId ?? 'none'
}

/** The refusal that an error stands for; anything unexpected is a failure of the server. */
export function translate(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  return (
    translateDatabaseError(error) ??
    translateFramework(error, request) ??
    internalError(error)
  )
}

function translateFramework(
  error: unknown,
  request: FastifyRequest,
): ApiError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(request.routeOptions.bodyLimit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return unsupportedMediaType(request.headers['content-type'] ?? '')
    case 'FST_ERR_BAD_URL':
      return invalidText('the path')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidRequest('A part of the path is longer than any identifier.')
    default:
      return isRefusal(error)
        ? invalidRequest(`The request cannot be read: ${error.message}`)
        : undefined
  }
}

/** Whether an error is a refusal by the framework, which is always an error of the caller. */
function isRefusal(error: Error & { code: unknown }): boolean {
  return (
    typeof error.code === 'string' &&
    error.code.startsWith('FST_ERR_') &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  )
}
