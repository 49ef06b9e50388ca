/** The parts of the OpenAPI document that operations share: headers and refusals. */

type Part = Record<string, unknown>

export function reference(kind: string, name: string): Part {
  return { $ref: `#/components/${kind}/${name}` }
}

export const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A value of your own, new for each intended change. A repeated request with the same key within 7 days is not carried out again: it gets the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` you last read. When the object was changed since, nothing happens and the answer is 412.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of your copy. While it is current, the answer is an empty 304.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'With `handling=strict` a request with unknown query parameters, or unknown keys in its body, is refused with 400. Otherwise they are ignored, and named in `X-Unknown-Keys`.',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
} satisfies Record<string, Part>

export const headers = {
  Deprecation: {
    description:
      'Since when another operation is to be used, as `@` and seconds since 1970. `Link` leads to the notice, with `rel="deprecation"`.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names this state of the object as you see it.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  Link: {
    description: 'The next page, with `rel="next"`. Absent on the last one.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of the new object.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in seconds since 1970.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Request-Id': {
    description: 'Names the request in logs; your own value is kept when it is valid.',
    schema: { type: 'string' },
  },
  'X-Unknown-Keys': {
    description:
      'The query parameters, as in `query.sort`, and the keys of the body, by their paths, that the operation does not know and has ignored: at most 20. Absent when there are none.',
    schema: { type: 'string', examples: ['titel, settings.colour'] },
  },
} satisfies Record<string, Part>

export type HeaderName = keyof typeof headers

const everywhere: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

/** References to the headers of every answer and to the particular headers of this one. */
export function headerReferences(particular: readonly HeaderName[]): Part {
  const names = [...everywhere, ...particular].toSorted()
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]))
}

interface Refusal {
  readonly name: string
  readonly description: string
  readonly reason: string
  readonly message: string
  readonly headers?: readonly HeaderName[]
  readonly details?: readonly { path: string; message: string }[]
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed, or names something that does not fit.',
    reason: 'invalid_request',
    message: 'body.title must have at most 64 characters.',
    details: [{ path: 'body.title', message: 'must have at most 64 characters' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'The bearer token is missing, unknown, expired or revoked.',
    reason: 'unauthenticated',
    message: 'The token has expired. Create a new one and send it as bearer token.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'You can see the object, but you or your token may not do this.',
    reason: 'forbidden',
    message: 'You are not allowed to rename this team: this needs the role admin.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such object, or you may not see it; the two look the same.',
    reason: 'not_found',
    message: 'No team "0OXp3tVhM2kCw7Rb9yQd" exists, or you have no access to it.',
  },
  409: {
    name: 'Conflict',
    description: 'The state of the object, or a request under way, does not allow this.',
    reason: 'busy',
    message:
      'Another request is changing the same thing right now. Nothing was changed; send yours again.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'A condition of the request does not hold, such as `If-Match`.',
    reason: 'version_mismatch',
    message:
      'The team was changed since the version named in If-Match. Read it again and repeat the change.',
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than the operation takes.',
    reason: 'body_too_large',
    message: 'The request body is larger than the 2000000 bytes this operation takes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not declared as JSON.',
    reason: 'unsupported_media_type',
    message:
      'A body of type "text/plain" is not understood here. Send JSON with "Content-Type: application/json".',
  },
  422: {
    name: 'IdempotencyKeyReused',
    description: 'The `Idempotency-Key` belongs to another request.',
    reason: 'idempotency_key_reused',
    message:
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is used up, or the documents ask for too much work.',
    reason: 'rate_limited',
    message: 'Too many requests. Try again in 12 seconds.',
    headers: ['Retry-After'],
  },
  500: {
    name: 'InternalError',
    description: 'The server failed. Nothing was changed unless a later read shows it.',
    reason: 'internal_error',
    message: 'Something went wrong on our side. Give the request id when you report it.',
  },
  503: {
    name: 'Unavailable',
    description: 'The server cannot answer for now. Try again shortly.',
    reason: 'database_unavailable',
    message: 'The database did not answer in time. Send the request again.',
    headers: ['Retry-After'],
  },
}

/** The name of the shared response for a status that is not a success. */
export function responseName(status: number): string {
  const name = status === 304 ? 'NotModified' : refusals[status]?.name
  if (name === undefined) throw new Error(`No shared response is written for ${status}.`)
  return name
}

export function sharedResponses(errorSchema: Part): Record<string, Part> {
  const responses: Record<string, Part> = {
    NotModified: {
      description: 'Your copy is current. The answer is empty.',
      headers: headerReferences(['ETag']),
    },
  }
  for (const [status, refusal] of Object.entries(refusals)) {
    const { name, description, reason, message, details } = refusal
    const example = {
      error: {
        code: Number(status),
        message,
        reason,
        requestId: '0OXp3tVhZ8LnT4sFq1Ue',
        ...(details && { details }),
      },
    }
    responses[name] = {
      description,
      headers: headerReferences(refusal.headers ?? []),
      content: {
        'application/json': {
          schema: errorSchema,
          examples: { [reason]: { value: example } },
        },
      },
    }
  }
  return responses
}
