import { buffer } from 'node:stream/consumers'

import { findFileAtUrl } from '#/features/writing/files/public.ts'
import type { Services } from '#/platform/services.ts'

import type { LoadedResource } from './print-to-pdf.ts'

/** Larger ones are left out, as pictures that are gone are. */
const fileBytesMax = 32 * 1024 * 1024
/** Of what the renderer gives: the whole of a space is one page. */
const renderedBytesMax = 256 * 1024 * 1024

/** What of the renderer a page that is printed may show besides itself. */
const assetPaths = ['/~print/', '/~assets/']

type Loading = Pick<Services, 'config' | 'signer' | 'db' | 'homes' | 'storage'>

/**
 * Answers the browser, which knows no network: the page and its styles from the renderer, pictures
 * from where files are kept. Whatever else a page names is not loaded.
 */
export function loaderForPrint(services: Loading, sitesUrl: string, signal: AbortSignal) {
  // As a browser writes it, without a port that goes without saying.
  const base = new URL(sitesUrl).href.replace(/\/$/, '')
  return async (url: string): Promise<LoadedResource | undefined> => {
    if (assetPaths.some((path) => url.startsWith(base + path))) {
      return fromRenderer(url, signal)
    }
    return fromStorage(services, url)
  }
}

async function fromRenderer(
  url: string,
  signal: AbortSignal,
): Promise<LoadedResource | undefined> {
  const reply = await fetch(url, { redirect: 'error', signal })
  const length = Number(reply.headers.get('content-length') ?? 0)
  if (!reply.ok || length > renderedBytesMax || reply.body === null) {
    await reply.body?.cancel()
    return undefined
  }
  return {
    contentType: reply.headers.get('content-type') ?? 'application/octet-stream',
    bytes: await upTo(renderedBytesMax, reply.body),
  }
}

/** The renderer may not say how much it sends. */
async function upTo(bytesMax: number, body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) throw new Error('The page to print is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function fromStorage(
  services: Loading,
  url: string,
): Promise<LoadedResource | undefined> {
  const file = await findFileAtUrl(services, url)
  if (file === undefined || file.sizeBytes > fileBytesMax) return undefined
  const stored = await services.storage.get(file.key)
  if (stored === undefined) return undefined
  return { contentType: file.contentType, bytes: await buffer(stored.body) }
}
