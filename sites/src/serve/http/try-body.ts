import type { FastifyRequest } from 'fastify'

/** Where a site takes requests to send for readers, below its base path. */
export const tryPath = '~try'

/** A megabyte for the request, which is more as base64, and room for its headers. */
const bytesMax = 2 * 1024 * 1024
/** A body of so many bytes is always read: many of them take little memory, however slow they are. */
const smallBytesMax = 64 * 1024
/** The larger bodies that are read at once: each is in memory as a whole. */
const largeAtOnce = { all: 20, ofAddress: 3 }

class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
  readonly statusCode: number

  constructor(statusCode: number) {
    super(`A body was refused with ${statusCode}`)
    this.statusCode = statusCode
  }
}

type Asking = Pick<FastifyRequest, 'url' | 'ip' | 'headers'>

/**
 * Reads a body of JSON as text, at the one path that takes any: others refuse it unread, and so does
 * this for whoever does not even say that a page of the site asks.
 */
export function createTryBodyReader() {
  const ofAddress = new Map<string, number>()
  let all = 0

  function takeLarge(address: string): () => void {
    const own = ofAddress.get(address) ?? 0
    if (all >= largeAtOnce.all || own >= largeAtOnce.ofAddress) throw new BodyRefused(429)
    all += 1
    ofAddress.set(address, own + 1)
    return () => {
      all -= 1
      const left = (ofAddress.get(address) ?? 1) - 1
      if (left === 0) ofAddress.delete(address)
      else ofAddress.set(address, left)
    }
  }

  return async (
    { url, ip, headers }: Asking,
    payload: AsyncIterable<Buffer>,
  ): Promise<string> => {
    const [path = ''] = url.split('?', 1)
    if (!path.endsWith(`/${tryPath}`)) throw new BodyRefused(415)
    if (headers.origin === undefined && headers['sec-fetch-site'] !== 'same-origin') {
      throw new BodyRefused(403)
    }
    const announced = Number(headers['content-length'] ?? Infinity)
    if (announced <= smallBytesMax) return textOf(payload, smallBytesMax)
    const giveBack = takeLarge(ip)
    try {
      return await textOf(payload, bytesMax)
    } finally {
      giveBack()
    }
  }
}

async function textOf(payload: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    size += chunk.length
    if (size > most) throw new BodyRefused(413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
