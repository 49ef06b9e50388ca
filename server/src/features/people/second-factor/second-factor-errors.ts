import { ApiError } from '#/platform/errors/api-error.ts'

export function codeWrong(): ApiError {
  return new ApiError(
    409,
    'second_factor_code_wrong',
    'The code is not the one that an app with this secret shows now, or the offer is older than 15 minutes. Look at the clock of the device and try the next code, or begin again.',
  )
}

export function noSecondFactor(): ApiError {
  return new ApiError(
    404,
    'no_second_factor',
    'Your account has no second factor, and only with one there are recovery codes. Set it first.',
  )
}
