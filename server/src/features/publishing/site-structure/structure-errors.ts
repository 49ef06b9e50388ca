import type { SiteStructurePointer } from '@lectern/contract/site-structure.ts'

import { ApiError } from '#/platform/errors/api-error.ts'

type Noun = SiteStructurePointer['type']

export function unknownPosition({ type, id }: SiteStructurePointer): ApiError {
  return invalidPosition(
    `No ${type} "${id}" is on this site where the other could stand. Name one that is, or leave out the position.`,
  )
}

export function nextToItself(id: string): ApiError {
  return invalidPosition(
    `"${id}" cannot stand next to itself. Name another one, or leave out the position.`,
  )
}

export function notNeighbours(before: string, after: string): ApiError {
  return invalidPosition(
    `"${before}" does not come right after "${after}". Name two neighbours, or only one of them.`,
  )
}

export function wouldContainItself(groupId: string): ApiError {
  return invalidPosition(
    `The group "${groupId}" would stand inside itself. Choose a place outside.`,
  )
}

function invalidPosition(message: string): ApiError {
  return new ApiError(400, 'invalid_position', message)
}

export function tooMany(noun: Noun, max: number): ApiError {
  return new ApiError(
    400,
    'site_structure_full',
    `A site has at most ${max} ${noun === 'site-space' ? 'site-spaces' : `${noun}s`}. Remove one first.`,
  )
}

export function withoutSections(): ApiError {
  return new ApiError(
    400,
    'site_without_sections',
    'External links stand among sections, and this site has none. Add a section first.',
  )
}

export function tooDeep(max: number): ApiError {
  return new ApiError(
    400,
    'site_structure_full',
    `Groups stand at most ${max} deep inside each other. Choose a place further out.`,
  )
}

export function reservedPath(path: string): ApiError {
  return new ApiError(
    400,
    'invalid_path',
    `The path "${path}" has a meaning of its own on every site. Choose another one.`,
  )
}

export function unusablePath(path: string): ApiError {
  return new ApiError(
    400,
    'invalid_path',
    `The path "${path}" is not one segment of a URL. Use letters, digits, dashes, dots and underscores only.`,
  )
}

export function takenPath(path: string): ApiError {
  return new ApiError(
    409,
    'path_taken',
    `The path "${path}" already leads to another section or site-space of this site. Choose another one.`,
  )
}

export function lastOfPublished(): ApiError {
  return new ApiError(
    400,
    'last_site_space',
    'Nothing would be left on this site, which is published. Unpublish it first, or add another space.',
  )
}

export function onlyOneOfSection(siteSpaceId: string): ApiError {
  return new ApiError(
    400,
    'last_site_space',
    `The site-space "${siteSpaceId}" is the only one of its section, which would be left empty. Move the section, or add another space to it first.`,
  )
}

export function notOfSection(siteSpaceId: string): ApiError {
  return new ApiError(
    400,
    'invalid_request',
    `The site-space "${siteSpaceId}" is not in this section. Name one of its own.`,
  )
}

export function invalidCondition(at: number, problem: string): ApiError {
  return new ApiError(
    400,
    'invalid_condition',
    `The condition cannot be read: ${problem}, at character ${at + 1}. Correct it, or send null to show this to everybody.`,
  )
}
