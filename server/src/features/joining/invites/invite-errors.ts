import { ApiError } from '#/platform/errors/api-error.ts'

/** The refusal of more invitation mails than a person or an organization may cause in a day. */
export function mailLimitReached(
  whose: string,
  { mailsMax, seconds }: Readonly<{ mailsMax: number; seconds: number }>,
): ApiError {
  return new ApiError(
    429,
    'mail_limit_reached',
    `${whose} can have ${mailsMax} invitations mailed in a day, and this would be more. Nobody was invited: try again tomorrow, or share an invite link, which needs no mail.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

export function inviteLinksDisabled(organizationId: string): ApiError {
  return new ApiError(
    403,
    'invite_links_disabled',
    `Invite links are switched off for organization "${organizationId}". Ask one of its admins to switch them on or to invite you by e-mail.`,
  )
}
