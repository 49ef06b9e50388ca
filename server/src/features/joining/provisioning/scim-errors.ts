import { ApiError } from '#/platform/errors/api-error.ts'

/** The words that SCIM has for some refusals. */
const scimTypes: Readonly<Record<string, string>> = {
  scim_invalid_filter: 'invalidFilter',
  scim_invalid_path: 'invalidPath',
  scim_invalid_syntax: 'invalidSyntax',
  scim_invalid_value: 'invalidValue',
  scim_mutability: 'mutability',
  scim_no_target: 'noTarget',
  scim_too_many: 'tooMany',
  scim_uniqueness: 'uniqueness',
  invalid_json: 'invalidSyntax',
  invalid_request: 'invalidSyntax',
  invalid_text: 'invalidValue',
}

/** A refusal in the shape that SCIM gives it. */
export function viewScimError({ status, reason, message }: ApiError): object {
  const scimType = scimTypes[reason]
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: message,
  }
}

export function invalidFilter(why: string): ApiError {
  return new ApiError(400, 'scim_invalid_filter', `The filter cannot be used: ${why}.`)
}

export function invalidPath(path: string): ApiError {
  return new ApiError(
    400,
    'scim_invalid_path',
    `The path "${path}" is no attribute of this resource. See /Schemas for those it has.`,
  )
}

export function invalidSyntax(why: string): ApiError {
  return new ApiError(400, 'scim_invalid_syntax', why)
}

export function invalidValue(why: string): ApiError {
  return new ApiError(400, 'scim_invalid_value', why)
}

export function cannotBeChanged(path: string): ApiError {
  return new ApiError(
    400,
    'scim_mutability',
    `"${path}" is set by this server and cannot be changed.`,
  )
}

export function noTarget(why: string): ApiError {
  return new ApiError(400, 'scim_no_target', why)
}

export function tooMany(why: string): ApiError {
  return new ApiError(400, 'scim_too_many', why)
}

export function tooManyInactive(usersMax: number): ApiError {
  return new ApiError(
    400,
    'scim_too_many_inactive',
    `This organization has ${usersMax} users that are not active, and may have no more. Delete some of them; then new users can be made.`,
  )
}

export function notUnique(name: string, value: string): ApiError {
  return new ApiError(
    409,
    'scim_uniqueness',
    `Another user of this organization has the ${name} "${value}".`,
  )
}
