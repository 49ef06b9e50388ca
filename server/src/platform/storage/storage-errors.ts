import { ApiError } from '#/platform/errors/api-error.ts'

export function storageUrlAltered(): ApiError {
  return new ApiError(
    403,
    'storage_url_invalid',
    'This URL was altered or is used with another method than it was made for. Ask for a new one.',
  )
}

export function storageUrlExpired(): ApiError {
  return new ApiError(
    403,
    'storage_url_expired',
    'This URL has expired. Ask for a new one.',
  )
}

export function uploadTypeMismatch(given: string | undefined, signed: string): ApiError {
  return new ApiError(
    400,
    'upload_type_mismatch',
    `This URL takes "Content-Type: ${signed}", not "${given ?? ''}". Send the type the upload was asked for with.`,
  )
}

export function uploadSizeMismatch(sizeBytes: number): ApiError {
  return new ApiError(
    400,
    'upload_size_mismatch',
    `This URL takes exactly ${sizeBytes} bytes. Send the whole file, or ask for a new URL with its true size.`,
  )
}

export function uploadInterrupted(): ApiError {
  return new ApiError(
    408,
    'upload_interrupted',
    'The upload stopped before its end, and nothing was kept. Send it again to the same URL.',
    { headers: { connection: 'close' } },
  )
}

export function alreadyUploaded(key: string): ApiError {
  return new ApiError(
    409,
    'already_uploaded',
    `"${key}" was already uploaded, and a URL takes one upload. Ask for a new URL.`,
  )
}
