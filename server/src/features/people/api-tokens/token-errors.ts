import { ApiError, tokenTooNarrow } from '#/platform/errors/api-error.ts'

export function tooManyTokens(tokensMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_tokens',
    `An account has at most ${tokensMax} API tokens. Revoke one that is no longer used.`,
  )
}

export function noEmergencyTokenFromAnother(): ApiError {
  return tokenTooNarrow(
    'A token for emergencies makes no other one of its kind. Sign in, and make it then.',
  )
}

export function outlives(expiresAt: string): ApiError {
  return tokenTooNarrow(
    `This token expires at ${expiresAt} and cannot make one that is valid for longer. Send an expiresAt up to then, or use a token that does not expire before.`,
  )
}
