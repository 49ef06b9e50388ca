import { ApiError } from '#/platform/errors/api-error.ts'

export function methodNeeded(): ApiError {
  return new ApiError(
    409,
    'sign_in_method_needed',
    'This way to sign in cannot be removed: it is the only one into your account, or one that this installation has for everybody. Add another one first.',
  )
}

export function tooManyPasskeys(passkeysMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_passkeys',
    `An account has at most ${passkeysMax} passkeys. Remove one that is no longer used.`,
  )
}

export function tooManyIdentities(identitiesMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_identities',
    `An account is connected with at most ${identitiesMax} identity providers. Remove one that is no longer used.`,
  )
}

export function identityTaken(): ApiError {
  return new ApiError(
    409,
    'identity_taken',
    'This identity was connected with another account just now, so it is not connected with this one. Sign in with it to see which account it belongs to.',
  )
}

/** The refusal of more changes than may be mailed in a day. */
export function tooManyChanges(
  changesMax: number,
  { seconds }: { readonly seconds: number },
): ApiError {
  return new ApiError(
    429,
    'mail_limit_reached',
    `The ways to sign in of an account can be changed ${changesMax} times in a day, because each change is mailed. Nothing was changed: try again tomorrow.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
