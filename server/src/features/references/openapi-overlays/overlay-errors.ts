import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

const path = 'body.text'

/** Names what is wrong with an overlay, each with its place. */
export function badOverlay(messages: readonly string[]): ApiError {
  const [first = ''] = messages
  return invalidRequest(
    `${path} is no OpenAPI Overlay document. ${first}`,
    messages.map((message) => ({ path, message })),
  )
}

export function overlayTooLarge(bytesMax: number): ApiError {
  const message = `has more than ${bytesMax} bytes`
  return invalidRequest(`${path} ${message}. Divide the overlay into several.`, [
    { path, message },
  ])
}

export function tooManyOverlays(overlaysMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_overlays',
    `The specification has ${overlaysMax} overlays, as many as it may have. Delete one, or put the actions of two into one.`,
  )
}
