import type { FilePart, FileParts } from './read-file-parts.ts'
import { readSpec } from './read-spec-task.ts'
import { readShown } from './show-spec-task.ts'
import { packSpec, plainName } from './spec-content.ts'

/** The most characters of all parts together, which are held in memory. */
const charactersMax = 6_000_000

/** @public loaded by name */
export async function readFileParts({
  bytes,
}: {
  readonly bytes: Uint8Array
}): Promise<FileParts> {
  const text = textIn(bytes)
  if (text === undefined) return undefined
  const { bytes: packed } = packSpec({ name: plainName(text), text })
  const read = await readSpec({ packed })
  if (read.kind === 'failed') return undefined
  const { changed } = readShown({
    bundle: read.bundle,
    sourceUrl: null,
    overlays: [],
    known: [],
  })
  const parts = changed.map(({ kind, name, hash, part }): FilePart => ({
    kind,
    name,
    hash,
    part,
  }))
  const characters = parts.reduce((sum, { part }) => sum + part.length, 0)
  return characters > charactersMax ? undefined : parts
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
