import { ApiError } from '#/platform/errors/api-error.ts'

export function emailUnchanged(): ApiError {
  return new ApiError(
    409,
    'email_unchanged',
    'Your account has this mail address already. Name the address that it is to have.',
  )
}

/** The refusal of more changes than may be mailed in a day. */
export function tooManyEmailChanges(
  changesMax: number,
  { seconds }: { readonly seconds: number },
): ApiError {
  return new ApiError(
    429,
    'mail_limit_reached',
    `A change of the mail address of an account can be begun ${changesMax} times in a day, because mails go out for it. Nothing was begun: try again tomorrow.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
