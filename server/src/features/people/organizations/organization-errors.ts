import { ApiError } from '#/platform/errors/api-error.ts'

export function hostnameTaken(hostname: string): ApiError {
  return new ApiError(
    409,
    'hostname_taken',
    `The host name "${hostname}" is taken. Choose another one.`,
  )
}

/** The refusal of a name that people take for the installation's own, such as `www` or `login`. */
export function subdomainReserved(hostname: string): ApiError {
  return new ApiError(
    400,
    'hostname_reserved',
    `The host name "${hostname}" is reserved. Choose another one.`,
  )
}

export function tooManyOrganizations(foundedMax: number): ApiError {
  return new ApiError(
    403,
    'too_many_organizations',
    `You have founded ${foundedMax} organizations, and no account can found more here. Use one of them, or ask the operator of this installation.`,
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
    'SSO cannot be enforced before the organization has an active provider: nobody could sign in. Leave "sso" false until one is set up and active.',
  )
}

export function ssoUntried(): ApiError {
  return new ApiError(
    409,
    'sso_untried',
    "SSO is enforced by an admin who came through it: otherwise a mistake in its settings would lock everyone out. Sign in with the organization's provider, or use a token for emergencies, and repeat the request.",
  )
}

export function emailDomainNotAllowed(organizationId: string): ApiError {
  return new ApiError(
    400,
    'email_domain_not_allowed',
    `Organization "${organizationId}" does not let people join with any address you have verified. Verify one at an allowed domain, or ask for an invite.`,
  )
}
