import { ApiError } from '#/platform/errors/api-error.ts'

export function notASibling(id: string): ApiError {
  return new ApiError(
    400,
    'invalid_position',
    `"${id}" is not among the collections and spaces in the place this goes to. Name one that is, or leave out the position.`,
  )
}

export function notNeighbours(before: string, after: string): ApiError {
  return new ApiError(
    400,
    'invalid_position',
    `"${before}" does not come right after "${after}". Name two neighbours, or only one of them.`,
  )
}

export function inAnotherOrganization(collectionId: string): ApiError {
  return new ApiError(
    400,
    'other_organization',
    `The collection "${collectionId}" belongs to another organization. Transfer this to that organization first.`,
  )
}

export function wouldContainItself(collectionId: string): ApiError {
  return new ApiError(
    409,
    'collection_cycle',
    `The collection "${collectionId}" is the one being moved, or is inside it. Choose a collection outside.`,
  )
}
