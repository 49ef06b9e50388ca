import { unsignedClaimsBytesMax } from '@lectern/contract/urls.ts'

import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

/**
 * The error for a URL that shows nothing, the same for every reason; the URL may hold a key, so the
 * error does not repeat it.
 */
export function nothingAtUrl(): ApiError {
  return new ApiError(
    404,
    'not_found',
    'No published site has this URL, or it is not open to this visitor.',
  )
}

/** The error for a site of which no two reads were of the same epoch. */
export function siteKeepsChanging(): ApiError {
  return new ApiError(
    503,
    'overloaded',
    'The site changed with every attempt to read it. Send the request again in a moment.',
    { headers: { 'retry-after': '1' } },
  )
}

export function tooManyClaims(): ApiError {
  const path = 'body.visitor.unsignedClaims'
  const message = `must have at most ${unsignedClaimsBytesMax} bytes as JSON`
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}
