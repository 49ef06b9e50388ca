import { ApiError } from '#/platform/errors/api-error.ts'

export function firstRunOver(): ApiError {
  return new ApiError(
    404,
    'first_run_over',
    'This server has its first account, and no other can be made in this way. Sign in, or ask an admin for an invitation.',
  )
}

export function firstRunSecretWrong(): ApiError {
  return new ApiError(
    403,
    'first_run_secret_wrong',
    'This is not the secret of the link that makes the first account. The api writes the link to its log when it starts; it is good for a day, and a restart gives another.',
  )
}
