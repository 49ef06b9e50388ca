import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { byteLru } from '#/serve/cache/byte-lru.ts'
import type { Encoding } from '#/serve/http/accept.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A page as it goes over the wire. */
export interface HotPage {
  /** What the site was like when it was made; exchanged when anything may differ. */
  readonly generation: object
  readonly status: number
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Filled in by the first who asks for it. */
  readonly encoded: Partial<Record<Encoding, EncodedPage>>
}

export interface EncodedPage {
  readonly bytes: Buffer
  /** As `writeHead` takes them, made once. */
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

/** Whole pages that were served lately. Those of one reader are never among them. */
export function createHotPages(bytesMax: number): HotPages {
  const pages = byteLru<HotPage>(bytesMax)
  return {
    get: (url) => pages.get(url),
    // Compressed, a page takes about a third as much again.
    set: (url, page) => pages.set(url, page, page.bytes.length * 1.5),
    get bytes() {
      return pages.bytes
    },
    get size() {
      return pages.size
    },
  }
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
