import { ApiError } from '#/platform/errors/api-error.ts'

export function noSession(): ApiError {
  return new ApiError(
    404,
    'no_session',
    'This request was made with an API token, and only a browser that is signed in has a session.',
  )
}
