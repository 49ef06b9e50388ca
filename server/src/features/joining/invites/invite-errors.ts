import { ApiError } from '#/platform/errors/api-error.ts'

export function inviteLinksDisabled(organizationId: string): ApiError {
  return new ApiError(
    403,
    'invite_links_disabled',
    `Invite links are switched off for organization "${organizationId}". Ask one of its admins to switch them on or to invite you by e-mail.`,
  )
}
