import type { FileAbout } from '#/platform/storage/storage.ts'

const keyLengthMax = 512
const segmentLengthMax = 200
export const contentTypeLengthMax = 255
// The largest size that S3 accepts in one PUT.
const fileBytesMax = 5 * 1024 ** 3
// The longest lifetime that S3 allows for a signed URL.
const expirySecondsMax = 7 * 24 * 60 * 60

const segment = /^[A-Za-z0-9._-]+$/
const contentType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/

export function isStorageKey(key: string): boolean {
  if (key.length > keyLengthMax) return false
  return key
    .split('/')
    .every(
      (part) =>
        part.length <= segmentLengthMax &&
        segment.test(part) &&
        part !== '.' &&
        part !== '..',
    )
}

/** Throws on a bad key: the server itself makes all keys, so it is a defect of the server. */
export function requireKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
}

export function isContentType(text: string): boolean {
  return text.length <= contentTypeLengthMax && contentType.test(text)
}

export function requireAbout({ contentType: given, sizeBytes }: FileAbout): void {
  if (!isContentType(given)) {
    throw new Error(`Not a content type: ${JSON.stringify(given)}`)
  }
  if (!Number.isInteger(sizeBytes) || sizeBytes < 0 || sizeBytes > fileBytesMax) {
    throw new Error(`Not a file size: ${sizeBytes}`)
  }
}

export function requireExpiry(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > expirySecondsMax) {
    throw new Error(`A signed URL lives 1 to ${expirySecondsMax} seconds, not ${seconds}`)
  }
}
