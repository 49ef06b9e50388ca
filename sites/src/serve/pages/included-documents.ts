import type { JSONDocument } from '@lectern/content/document/nodes.ts'

import { type Library, reusableKey } from '#/serve/reads/library.ts'
import type { Included } from '#/serve/views/body-view.ts'
import { includedIn } from '#/serve/views/included.ts'
import type { Reading } from '#/serve/views/reading.ts'

/** The deepest nesting of reusable contents in each other. */
const includedDepthMax = 5
const includedMax = 200

/** The documents that a document includes, level by level, as these may include others. */
export async function readIncluded(
  library: Library,
  reading: Reading,
  root: JSONDocument,
): Promise<Included> {
  const found = new Map<string, { key: string; document: JSONDocument }>()
  let next = [...includedIn(root)]
  for (let depth = 0; depth < includedDepthMax && next.length > 0; depth += 1) {
    const fresh = next.filter((id) => !found.has(id)).slice(0, includedMax - found.size)
    const read = await Promise.all(
      fresh.map(async (id) => [id, await readOne(library, reading, id)] as const),
    )
    next = []
    for (const [id, document] of read) {
      if (document === undefined) continue
      found.set(id, { key: includedKeyOf(reading, id), document })
      next.push(...includedIn(document))
    }
  }
  return found
}

/** The cache key of a reusable content, equal while its text is; empty when the content is gone. */
export function includedKeyOf(
  { revision, place }: Reading,
  reusableContentId: string,
): string {
  if (!revision.reusableById.has(reusableContentId)) return ''
  return reusableKey({ spaceId: place.siteSpace.space.id, revision, reusableContentId })
}

async function readOne(
  library: Library,
  { site, place, revision }: Reading,
  reusableContentId: string,
): Promise<JSONDocument | undefined> {
  if (!revision.reusableById.has(reusableContentId)) return undefined
  const spaceId = place.siteSpace.space.id
  return library.reusable({ scope: site.scope, spaceId, revision, reusableContentId })
}
