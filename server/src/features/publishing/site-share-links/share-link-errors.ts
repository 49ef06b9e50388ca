import { ApiError } from '#/platform/errors/api-error.ts'

export function tooManyShareLinks(linksMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_share_links',
    `The site has ${linksMax} share links, as many as it may have. Delete one that nobody uses.`,
  )
}
