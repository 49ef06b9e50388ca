import { ApiError } from '#/platform/errors/api-error.ts'

/** The error is the same for every reason. The URL may hold a key, so it is not repeated. */
export function nothingAtUrl(): ApiError {
  return new ApiError(
    404,
    'not_found',
    'No published site has this URL, or it is not open to this visitor.',
  )
}
