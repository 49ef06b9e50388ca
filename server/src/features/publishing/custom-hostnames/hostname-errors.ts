import { ApiError } from '#/platform/errors/api-error.ts'

/** The error for a name that another organization has proven; a mere claim blocks nobody. */
export function hostnameLiveElsewhere(hostname: string): ApiError {
  return new ApiError(
    409,
    'hostname_live_elsewhere',
    `The host name "${hostname}" is live for another organization. It has to be detached there first.`,
  )
}

export function hostnameAttached(hostname: string): ApiError {
  return new ApiError(
    409,
    'hostname_attached',
    `The host name "${hostname}" is attached to something else of your organization. Detach it there first.`,
  )
}

export function siteHasHostname(attached: string): ApiError {
  return new ApiError(
    409,
    'site_has_hostname',
    `The site has the host name "${attached}" already. Detach that one first.`,
  )
}

export function hostnameReserved(hostname: string): ApiError {
  return new ApiError(
    400,
    'hostname_reserved',
    `The host name "${hostname}" belongs to this installation. Attach one of your own domain.`,
  )
}
