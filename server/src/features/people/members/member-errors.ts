import { ApiError } from '#/platform/errors/api-error.ts'

export function lastAdmin(userId: string): ApiError {
  return new ApiError(
    409,
    'last_admin',
    `Member "${userId}" is the only admin of the organization. Make someone else an admin first.`,
  )
}
