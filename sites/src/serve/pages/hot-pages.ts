import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { byteLru } from '#/serve/cache/byte-lru.ts'
import type { Encoding } from '#/serve/http/accept.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A finished page, ready to be sent. */
export interface HotPage {
  /** Identifies the state of the site that the page was made from; a new state has a new object. */
  readonly generation: object
  readonly status: number
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** The page in each encoding, filled in by the first request for that encoding. */
  readonly encoded: Partial<Record<Encoding, EncodedPage>>
}

export interface EncodedPage {
  readonly bytes: Buffer
  /** The headers as `writeHead` takes them, made once. */
  readonly headers: readonly string[]
}

export interface HotPages {
  get(url: string): HotPage | undefined
  set(url: string, page: HotPage): void
  readonly bytes: number
  readonly size: number
}

const smallBytes = 512
const brotliQuality = 5

/** The share of pages that are not there: anybody can name any number of them. */
const missingShare = 0.1

/** A cache of whole pages that were served lately; callers add none for a single reader. */
export function createHotPages(bytesMax: number): HotPages {
  const pages = byteLru<HotPage>(bytesMax * (1 - missingShare))
  const missing = byteLru<HotPage>(bytesMax * missingShare)
  return {
    get: (url) => pages.get(url) ?? missing.get(url),
    set(url, page) {
      const [to, from] = page.status === 200 ? [pages, missing] : [missing, pages]
      from.delete(url)
      to.set(url, page, bytesOf(page))
    },
    get bytes() {
      return pages.bytes + missing.bytes
    },
    get size() {
      return pages.size + missing.size
    },
  }
}

/** The memory of a page. Compressed forms count as half the size of the plain bytes. */
function bytesOf({ bytes, headers }: HotPage): number {
  const characters = Object.values(headers).reduce((sum, value) => sum + value.length, 0)
  return bytes.length * 1.5 + characters * 2
}

export async function encodedPage(page: HotPage, wanted: Encoding): Promise<EncodedPage> {
  const encoding = page.bytes.length < smallBytes ? 'identity' : wanted
  const known = page.encoded[encoding]
  if (known !== undefined) return known
  const bytes = await encode(page.bytes, encoding)
  const headers = {
    ...page.headers,
    etag: page.etag,
    'content-length': String(bytes.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  const made = { bytes, headers: Object.entries(headers).flat() }
  page.encoded[encoding] = made
  return made
}

export async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
  }
  return encoding === 'gzip' ? gzipped(bytes) : bytes
}
