import { ApiError } from '#/platform/errors/api-error.ts'

export function tooManyScimTokens(tokensMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_scim_tokens',
    `An organization has at most ${tokensMax} SCIM tokens. Delete one that is no longer used.`,
  )
}
