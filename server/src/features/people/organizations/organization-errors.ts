import { ApiError } from '#/platform/errors/api-error.ts'

export function hostnameTaken(hostname: string): ApiError {
  return new ApiError(
    409,
    'hostname_taken',
    `The host name "${hostname}" is taken. Choose another one.`,
  )
}

export function invalidDefaultContent(site: string): ApiError {
  return new ApiError(
    400,
    'invalid_default_content',
    `No site "${site}" exists in this organization. Name one of its sites, or send null.`,
  )
}

export function noActiveSsoProvider(): ApiError {
  return new ApiError(
    400,
    'no_active_sso_provider',
    'SSO cannot be enforced before the organization has an active provider: nobody could sign in.',
  )
}

export function emailDomainNotAllowed(organizationId: string): ApiError {
  return new ApiError(
    400,
    'email_domain_not_allowed',
    `Organization "${organizationId}" does not let people join with any address you have verified. Verify one at an allowed domain, or ask for an invite.`,
  )
}
