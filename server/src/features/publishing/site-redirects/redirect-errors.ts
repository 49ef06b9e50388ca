import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

import type { SitePlace } from './resolve-paths.ts'

export function sourceTaken(source: string): ApiError {
  return new ApiError(
    409,
    'redirect_exists',
    `The site has a redirect from "${source}" already. Change that one instead.`,
  )
}

/** The limit of redirects of one site. */
export const redirectsMax = 10_000

export function tooManyRedirects(): ApiError {
  return new ApiError(
    409,
    'too_many_redirects',
    `The site has ${redirectsMax} redirects, as many as it may have. Delete some that nobody needs.`,
  )
}

export function unusableSource(): ApiError {
  return invalidField(
    'source',
    'has "." or ".." between slashes, or a character that no path has',
  )
}

export function reservedSource(source: string): ApiError {
  return invalidField(
    'source',
    `would shadow "${source}", which every site answers itself`,
  )
}

export function shadowingSource(source: string, place: SitePlace): ApiError {
  return invalidField(
    'source',
    `would shadow ${nameOf(place)}, which is shown at "${source}"`,
  )
}

export function loopingRedirect(source: string, place: SitePlace): ApiError {
  return invalidField(
    'destination',
    `leads back to "${source}": ${nameOf(place)} is shown there itself`,
  )
}

export function unknownDestination(): ApiError {
  return invalidField(
    'destination',
    'leads to nothing on this site; name a section, a site-space, or a page in one',
  )
}

/** A refusal of one redirect among many, for what rules cannot do here. */
export function unsupportedRedirect(message: string): ApiError {
  return invalidRequest(message)
}

function nameOf({ section, siteSpace, page }: SitePlace): string {
  if (page !== undefined) return `the page "${page.title}"`
  const isWholeSection = siteSpace === undefined || siteSpace.isDefault
  return section !== undefined && isWholeSection
    ? `the section "${section.title}"`
    : `the site-space "${siteSpace?.title ?? ''}"`
}

function invalidField(field: string, message: string): ApiError {
  const path = `body.${field}`
  return invalidRequest(`${path} ${message}.`, [{ path, message }])
}
