import { buffer } from 'node:stream/consumers'

import { sitesOfFiles } from '#/features/publishing/published-sites/public.ts'
import { fileAtUrl, findFile, isForEverybody } from '#/features/writing/files/public.ts'
import type { Services } from '#/platform/services.ts'

import type { LoadedResource } from './print-to-pdf.ts'

/**
 * The limit for a file in a print, which leaves out larger ones like pictures that no longer exist.
 */
const fileBytesMax = 32 * 1024 * 1024
/** The limit for a page from the renderer: a whole space is one page. */
const renderedBytesMax = 256 * 1024 * 1024

/** The paths of the renderer that a printed page may load from. */
const assetPaths = ['/~print/', '/~assets/']

type Loading = Pick<
  Services,
  'config' | 'signer' | 'db' | 'homes' | 'storage' | 'texts' | 'threads'
>

/**
 * Answers the requests of the browser, which has no network: the page and its styles come from the
 * renderer, pictures from the file storage. Any other URL is refused.
 */
export function loaderForPrint(
  services: Loading,
  { sitesUrl, spaceId }: { readonly sitesUrl: string; readonly spaceId: string },
  signal: AbortSignal,
) {
  // A browser writes URLs without the default port, so the base must have none either.
  const base = new URL(sitesUrl).href.replace(/\/$/, '')
  return async (url: string): Promise<LoadedResource | undefined> => {
    if (assetPaths.some((path) => url.startsWith(base + path))) {
      return fromRenderer(url, signal)
    }
    return fromStorage(services, url, spaceId)
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

/** The bytes of a body. Counts them while reading, because the renderer may send no length. */
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

/** A file of the printed space, which whoever asked for the print may read, or one for everybody. */
async function fromStorage(
  services: Loading,
  url: string,
  spaceId: string,
): Promise<LoadedResource | undefined> {
  const asked = fileAtUrl(services, url)
  const file = asked && (await findFile(services, asked))
  if (asked === undefined || file === undefined) return undefined
  if (file.sizeBytes > fileBytesMax) return undefined
  const isReadable =
    asked.spaceId === spaceId ||
    (await isForEverybody(services, sitesOfFiles(services), asked, file))
  if (!isReadable) return undefined
  const stored = await services.storage.get(file.key)
  if (stored === undefined) return undefined
  return { contentType: file.contentType, bytes: await buffer(stored.body) }
}
