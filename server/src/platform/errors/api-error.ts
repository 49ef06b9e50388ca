export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

interface ApiErrorOptions extends ErrorOptions {
  readonly details?: readonly ErrorDetail[]
  readonly headers?: Readonly<Record<string, string>>
  /** More members of the error body, as the contract names them. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** An expected failure whose message is safe to show to the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly details: readonly ErrorDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    reason: string,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, options)
    this.status = status
    this.reason = reason
    this.details = options.details
    this.headers = options.headers ?? {}
    this.members = options.members ?? {}
  }
}

export function invalidRequest(
  message: string,
  details?: readonly ErrorDetail[],
): ApiError {
  return new ApiError(400, 'invalid_request', message, details ? { details } : {})
}

export function invalidText(path: string): ApiError {
  return new ApiError(
    400,
    'invalid_text',
    `The text at ${path} contains a NUL character, half of a surrogate pair or bytes that are not UTF-8. Remove them and send it again.`,
  )
}

export function invalidCursor(): ApiError {
  return new ApiError(
    400,
    'invalid_cursor',
    'The page cursor does not belong to this list with these filters. Start again without "page".',
  )
}

export function unauthenticated(message: string): ApiError {
  return new ApiError(401, 'unauthenticated', message, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

export function forbidden(action: string, needed: string): ApiError {
  return new ApiError(
    403,
    'forbidden',
    `You are not allowed to ${action}: this needs ${needed}.`,
  )
}

export function tokenTooNarrow(message: string): ApiError {
  return new ApiError(403, 'token_too_narrow', message)
}

export function visitorToken(): ApiError {
  return new ApiError(
    403,
    'visitor_token',
    'This token reads a published site and nothing else. Use an API token of a user.',
  )
}

/** The 404, in the same words whether the object is missing or the caller may not see it. */
export function notFound(noun: string, id: string): ApiError {
  return new ApiError(
    404,
    'not_found',
    `No ${noun} "${id}" exists, or you have no access to it.`,
  )
}

export function routeNotFound(method: string, path: string): ApiError {
  return new ApiError(
    404,
    'unknown_route',
    `There is no operation ${method} ${path}. See /reference for all of them.`,
  )
}

export function methodNotAllowed(
  method: string,
  path: string,
  allowed: readonly string[],
): ApiError {
  return new ApiError(
    405,
    'method_not_allowed',
    `${path} does not take ${method}; it takes ${allowed.join(', ')}.`,
    { headers: { allow: allowed.join(', ') } },
  )
}

export function versionMismatch(noun: string): ApiError {
  return new ApiError(
    412,
    'version_mismatch',
    `The ${noun} was changed since the version named in If-Match. Read it again and repeat the change.`,
  )
}

export function bodyTooLarge(bytesMax: number): ApiError {
  return new ApiError(
    413,
    'body_too_large',
    `The request body is larger than the ${bytesMax} bytes this operation takes. Send less at once.`,
  )
}

export function unsupportedMediaType(contentType: string): ApiError {
  return new ApiError(
    415,
    'unsupported_media_type',
    `A body of type "${contentType}" is not understood here. Send JSON with "Content-Type: application/json".`,
  )
}

export function unsupportedEncoding(encoding: string): ApiError {
  return new ApiError(
    415,
    'unsupported_encoding',
    `A body with "Content-Encoding: ${encoding}" is not understood here. Send it uncompressed.`,
  )
}

export function idempotencyKeyReused(): ApiError {
  return new ApiError(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  )
}

export function rateLimited(seconds: number): ApiError {
  return new ApiError(
    429,
    'rate_limited',
    `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

export function busy(cause: unknown): ApiError {
  return new ApiError(
    409,
    'busy',
    'Another request is changing the same thing right now. Nothing was changed; send yours again.',
    { cause },
  )
}

export function databaseUnavailable(cause: unknown): ApiError {
  return new ApiError(
    503,
    'database_unavailable',
    'The database did not answer in time. Send the request again; with an Idempotency-Key that is safe for writes too.',
    { cause, headers: { 'retry-after': '1' } },
  )
}

/** The 429 for the organization that has filled its own queue of documents. */
export function tooManyAtOnce(cause: unknown): ApiError {
  return new ApiError(
    429,
    'too_many_at_once',
    'More requests of yours, or of your organization, are waiting for an answer than may wait at the same time. Nothing was changed; send the request again in a second, and fewer at a time.',
    { cause, headers: { 'retry-after': '1' } },
  )
}

export function contentBusy(cause: unknown): ApiError {
  return new ApiError(
    429,
    'content_busy',
    'Your organization has more documents waiting to be read or merged than one may have. Nothing was changed; send the request again in 2 seconds, and fewer at a time.',
    { cause, headers: { 'retry-after': '2' } },
  )
}

/** The 429 for documents that take more time or memory than one task gets. */
export function contentTooDear(cause: unknown): ApiError {
  return new ApiError(
    429,
    'content_too_dear',
    'Reading or merging these documents takes more time or memory than one request may take. Nothing was changed; send smaller documents or fewer at once, or try again in 30 seconds.',
    { cause, headers: { 'retry-after': '30' } },
  )
}

export function overloaded(cause: unknown): ApiError {
  return new ApiError(
    503,
    'overloaded',
    'The server has more documents to read than it can keep waiting. Nothing was changed; send the request again in a moment.',
    { cause, headers: { 'retry-after': '1' } },
  )
}

export function tooManyLargeBodies(): ApiError {
  return new ApiError(
    503,
    'overloaded',
    'The server reads as many large requests as it can at the same time. Nothing was changed; send the request again in a moment.',
    { headers: { 'retry-after': '1' } },
  )
}

export function internalError(cause: unknown): ApiError {
  return new ApiError(
    500,
    'internal_error',
    'Something went wrong on our side. Quote the request id when you report it to the operator.',
    { cause },
  )
}
