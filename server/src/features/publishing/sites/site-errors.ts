import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function basenameTaken(basename: string): ApiError {
  return new ApiError(
    409,
    'basename_taken',
    `Another site of the organization has the basename "${basename}". Choose another one.`,
  )
}

export function unusableBasename(basename: string): ApiError {
  return new ApiError(
    400,
    'invalid_path',
    `The basename "${basename}" cannot be the first part of a URL, or has a meaning of its own on every host. Choose another one.`,
  )
}

export function siteIsEmpty(siteId: string): ApiError {
  return new ApiError(
    400,
    'site_is_empty',
    `The site "${siteId}" shows no space. Add one before you publish it.`,
  )
}

/** The error for sign-in on a shared origin, where one site could read the visitors of another. */
export function visitorsNeedAHost(): ApiError {
  return new ApiError(
    400,
    'visitors_need_a_host',
    'Sites of this installation share one host name, where visitors cannot sign in. Choose another visibility, or ask the operator to set PUBLISH_HOST.',
  )
}

export function notOfSite(field: string, noun: string, id: string): ApiError {
  const detail = { path: `body.${field}`, message: `must be a ${noun} of the site` }
  return invalidRequest(`${detail.path} ${detail.message}, and "${id}" is none.`, [
    detail,
  ])
}

export function contradictory(field: string, message: string): ApiError {
  const detail = { path: `body.${field}`, message }
  return invalidRequest(`${detail.path} ${message}.`, [detail])
}
