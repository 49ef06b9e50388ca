import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { EgressRefused } from './egress-errors.ts'

// A compressed body that does not shrink is a little larger than its content.
const compressionOverheadBytesMax = 64 * 1024

/** A body, or its beginning where the rest was not read. */
export interface ReadBody {
  readonly body: Buffer
  readonly isCut: boolean
}

export interface BodyBounds {
  readonly bytesMax: number
  /** Whether a larger body is cut rather than refused. */
  readonly mayCut: boolean
}

/** Reads and decompresses a body, never holding or producing much more than `bytesMax`. */
export async function readBody(
  response: IncomingMessage,
  bounds: BodyBounds,
): Promise<ReadBody> {
  const { bytesMax, mayCut } = bounds
  const encoding = (response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
  if (encoding === 'identity') {
    const isTooLarge = Number(response.headers['content-length']) > bytesMax
    if (isTooLarge && !mayCut) throw tooLarge(bytesMax)
    return collect(response, bounds)
  }
  const decoder = decoderFor(encoding)
  const limit = bytesMax + compressionOverheadBytesMax
  const compressed = (chunks: AsyncIterable<Buffer>) => counted(chunks, limit)
  // The reader of the last stage gets its failure, so the callback has nothing to do.
  return collect(
    pipeline(response, compressed, decoder, () => {}),
    bounds,
  )
}

function decoderFor(encoding: string): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new EgressRefused('encoding', 'The answer is compressed in an unknown way')
  }
}

/** Passes on at most `bytesMax`: input may produce no output, such as endless empty blocks. */
async function* counted(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    yield chunk
  }
}

/** Copies a body to one growing buffer: sent byte by byte, it must not cost an object per byte. */
async function collect(
  chunks: AsyncIterable<Buffer>,
  { bytesMax, mayCut }: BodyBounds,
): Promise<ReadBody> {
  let body = Buffer.allocUnsafe(Math.min(bytesMax, 64 * 1024))
  let size = 0
  for await (const chunk of chunks) {
    const end = size + chunk.length
    if (end > bytesMax) {
      if (!mayCut) throw tooLarge(bytesMax)
      const begun = [body.subarray(0, size), chunk.subarray(0, bytesMax - size)]
      return { body: Buffer.concat(begun), isCut: true }
    }
    if (end > body.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(bytesMax, Math.max(end, body.length * 2)),
      )
      body.copy(larger, 0, 0, size)
      body = larger
    }
    chunk.copy(body, size)
    size = end
  }
  return { body: Buffer.from(body.subarray(0, size)), isCut: false }
}

function tooLarge(bytesMax: number): EgressRefused {
  return new EgressRefused('size', `The answer is larger than ${bytesMax} bytes`)
}
