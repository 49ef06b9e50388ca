import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function spaceInTrash(spaceId: string): ApiError {
  return new ApiError(
    409,
    'space_in_trash',
    `The space "${spaceId}" is in the trash. Restore it first.`,
  )
}

export function invalidField(field: string, message: string): ApiError {
  const detail = { path: `body.${field}`, message }
  return invalidRequest(`${detail.path} ${message}.`, [detail])
}
