import { trashDays } from '#/content-store/nodes/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

export function uploadUnknown(key: string): ApiError {
  return new ApiError(
    400,
    'upload_unknown',
    `You have no upload "${key}" of this kind in this organization, or it is older than a day. Ask for a new upload URL and send the file there.`,
  )
}

export function uploadUsed(): ApiError {
  return new ApiError(
    409,
    'upload_used',
    'This upload was already used, and an upload is used once. Upload the file again and use the new key.',
  )
}

export function uploadIncomplete(key: string): ApiError {
  return new ApiError(
    409,
    'upload_incomplete',
    `Nothing was uploaded for "${key}" yet. Send the file with PUT to the URL that came with the key, then repeat this.`,
  )
}

export function storageFull(megabytesMax: number): ApiError {
  return new ApiError(
    409,
    'storage_full',
    `With this, the files of the organization would take more than the ${megabytesMax} MB that they may. Nothing was changed. Delete spaces that nobody needs, which gives their room back when they leave the trash after ${trashDays} days, or ask the operator of the server to raise STORAGE_PER_ORGANIZATION_MB. Deleting single files frees nothing: older revisions keep them.`,
  )
}

export function fileUrlRefused(name: string, why: string): ApiError {
  return new ApiError(
    400,
    'file_url_refused',
    `The file "${name}" was not fetched: ${why}.`,
  )
}

export function fileUrlFailed(name: string, why: string): ApiError {
  return new ApiError(
    400,
    'file_url_failed',
    `The file "${name}" could not be fetched: ${why}.`,
  )
}

export function fetchingBusy(seconds: number): ApiError {
  return new ApiError(
    503,
    'fetching_busy',
    'Too many files are being fetched from URLs right now. Nothing was changed; send the request again.',
    { headers: { 'retry-after': String(seconds) } },
  )
}

export function invalidBase64(name: string): ApiError {
  return new ApiError(
    400,
    'invalid_base64',
    `The bytes of "${name}" are not base64 in its standard alphabet with padding. Encode them again.`,
  )
}

export function invalidContentType(given: string): ApiError {
  return new ApiError(
    400,
    'invalid_content_type',
    `"${given}" is no content type such as image/png. Correct it, or leave it out.`,
  )
}
