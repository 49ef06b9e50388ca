import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { SVG } from 'image-size/types/svg'
import { WEBP } from 'image-size/types/webp'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** The number of bytes at the beginning of a file that are looked at. */
export const headBytesMax = 256 * 1024

// The bytes to look at in formats whose readers take time that grows with the square of the bytes.
const shortHeadBytesMax = 8 * 1024

const formats = [
  { contentType: 'image/png', reader: PNG, bytesMax: headBytesMax },
  { contentType: 'image/jpeg', reader: JPG, bytesMax: headBytesMax },
  { contentType: 'image/gif', reader: GIF, bytesMax: headBytesMax },
  { contentType: 'image/webp', reader: WEBP, bytesMax: headBytesMax },
  { contentType: 'image/avif', reader: HEIF, bytesMax: shortHeadBytesMax },
  { contentType: 'image/svg+xml', reader: SVG, bytesMax: shortHeadBytesMax },
] as const

const sideMax = 1_000_000

/** The dimensions as shown: an upright camera stores its pictures lying. Undefined if unknown. */
export function imageDimensions(
  contentType: string,
  head: Buffer,
): Dimensions | undefined {
  const format = formats.find((known) => known.contentType === contentType)
  if (format === undefined) return undefined
  try {
    // A copy in memory of its own: readers do not stop where a part of a larger buffer ends.
    const { buffer } = new Uint8Array(head.subarray(0, format.bytesMax))
    const read = format.reader.calculate(Buffer.from(buffer))
    const isTurned = (read.orientation ?? 1) >= 5
    const width = isTurned ? read.height : read.width
    const height = isTurned ? read.width : read.height
    return isSide(width) && isSide(height) ? { width, height } : undefined
  } catch {
    // Files come from strangers; a file that breaks its reader has no dimensions.
    return undefined
  }
}

function isSide(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0 && pixels <= sideMax
}
