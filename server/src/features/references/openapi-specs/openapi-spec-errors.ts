import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function slugTaken(slug: string): ApiError {
  const path = 'body.slug'
  const message = `is "${slug}", which another specification has`
  return new ApiError(
    400,
    'slug_taken',
    `${path} ${message}. Choose another one, or update that specification with PUT.`,
    { details: [{ path, message }] },
  )
}

export function specTooLarge(bytesMax: number): ApiError {
  const path = 'body.source.text'
  const message = `has more than ${bytesMax} bytes`
  return invalidRequest(
    `${path} ${message}. Divide the specification into several, or leave out long examples.`,
    [{ path, message }],
  )
}

export function tooManySpecs(specsMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_specs',
    `The organization has ${specsMax} OpenAPI specifications, as many as it may have. Delete one that no page shows.`,
  )
}
