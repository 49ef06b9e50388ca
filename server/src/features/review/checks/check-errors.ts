import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function tooManyChecks(checksMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_checks',
    `The change request has ${checksMax} checks, as many as it may have. Report under a name that it has.`,
  )
}

export function unknownRevision(revisionId: string): ApiError {
  return invalidField(
    'revision',
    `names "${revisionId}", which is no revision of this change request`,
  )
}

export function unsafeLink(): ApiError {
  return invalidField('link', 'must be an http or https URL')
}

function invalidField(field: string, message: string): ApiError {
  const path = `body.${field}`
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}
