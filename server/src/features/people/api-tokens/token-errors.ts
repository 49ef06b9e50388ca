import { ApiError } from '#/platform/errors/api-error.ts'

export function tooManyTokens(tokensMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_tokens',
    `An account has at most ${tokensMax} API tokens. Revoke one that is no longer used.`,
  )
}
