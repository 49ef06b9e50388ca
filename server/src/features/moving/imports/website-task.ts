import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { readWebPage } from '@lectern/content/website/read-web-page.ts'
import { writeWebPage } from '@lectern/content/website/write-web-page.ts'

import type { PageRead, PageToRead, PageToWrite } from './website-work.ts'

/** The bound on an unpacked document: that of a page of two megabytes is far smaller. */
const unpackedBytesMax = 256 * 1024 * 1024

/** @public loaded by name */
export function readPage({ body, contentType, url }: PageToRead): PageRead {
  const { document, ...page } = readWebPage(decoded(body, contentType), url)
  return { ...page, packed: zstdCompressSync(JSON.stringify(document)) }
}

/** @public loaded by name */
export function writePage({ packed, path, paths, ...page }: PageToWrite): string {
  const json = zstdDecompressSync(packed, { maxOutputLength: unpackedBytesMax })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only readPage makes these bytes
  const document = JSON.parse(json.toString()) as JSONDocument
  return writeWebPage({ ...page, document }, { path, paths })
}

/** The text of a page in the encoding that it or its server names. */
function decoded(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1')
  const named =
    /charset\s*=\s*["']?([\w-]{1,40})/i.exec(contentType)?.[1] ??
    /\bcharset=["']?([\w-]{1,40})/i.exec(start)?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
