import { ApiError } from '#/platform/errors/api-error.ts'

export function notAFont(path: string): ApiError {
  const message = 'names an upload that is no WOFF2 or WOFF font, or a damaged one'
  return new ApiError(
    400,
    'not_a_font',
    `${path} ${message}. Convert the font to WOFF2, upload that and use its key.`,
    { details: [{ path, message }] },
  )
}

export function fontTooLarge(path: string, megabytesMax: number): ApiError {
  const message = `names an upload of more than ${megabytesMax} MB`
  return new ApiError(
    400,
    'font_too_large',
    `${path} ${message}. Leave out scripts that the site does not need, then upload the font again.`,
    { details: [{ path, message }] },
  )
}

export function fontWithoutRegular(): ApiError {
  return new ApiError(
    412,
    'font_without_regular',
    'A font needs a face of weight 400, which most text is set in. Nothing was changed. Add one, or keep the one that there is.',
  )
}

export function tooManyFonts(fontsMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_fonts',
    `The organization has ${fontsMax} fonts, as many as it may have. Delete one that no site uses.`,
  )
}

export function tooManyFaces(facesMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_faces',
    `With this, the font would have more than the ${facesMax} faces that it may have. Nothing was changed. Remove one with a storageKey of null.`,
  )
}
