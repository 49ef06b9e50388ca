import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import type { JSONDocument } from '@lectern/content/document/nodes.ts'

/** The bound on an unpacked document JSON: 1 MB of Markdown yields far less. */
const projectionBytesMax = 256 * 1024 * 1024

/** The document JSON as it is stored: with block keys and anchors, compressed. */
export function encodeProjection(document: JSONDocument): Buffer {
  return zstdCompressSync(JSON.stringify(document))
}

/** The JSON text of a stored projection, for answers that need not look inside. */
export function projectionJson(projection: Uint8Array): string {
  return zstdDecompressSync(projection, {
    maxOutputLength: projectionBytesMax,
  }).toString()
}

export function decodeProjection(projection: Uint8Array): JSONDocument {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only encodeProjection makes these bytes
  return JSON.parse(projectionJson(projection)) as JSONDocument
}
