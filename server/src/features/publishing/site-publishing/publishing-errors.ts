import { type ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function noVisitorsSignIn(): ApiError {
  return invalidRequest(
    'Nobody signs in to this site. Set its visibility to "visitor-auth", or switch its adaptive content on, and it gets a key.',
  )
}

export function noKeyYet(): ApiError {
  return invalidRequest(
    'This site has no key yet. Make one with POST …/publishing/auth/regenerate.',
  )
}

/** The error for a way to sign in that nothing could carry out yet. */
export function noIntegrations(): ApiError {
  const path = 'body.backend'
  const message = 'must be "custom": no integration can sign visitors in yet'
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}

export function claimsTooLong(length: number, lengthMax: number): ApiError {
  return badClaims(
    `makes a link of ${length} characters, and a link has at most ${lengthMax}. Send fewer or shorter claims`,
  )
}

export function badClaims(message: string): ApiError {
  const path = 'query.claims'
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}
