import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { type ContentRef, spellRef } from '@lectern/content/document/references.ts'
import { spellRefs } from '@lectern/content/look/spell.ts'
import type { Reading } from '@lectern/content/read/reading.ts'

import type { StoredLink } from '#/content-store/entries/public.ts'

import type { Spelling } from './body-work.ts'
import { refsOf, withRefs } from './document-refs.ts'

interface SpelledFrom {
  /** The Markdown that the document was made from; `links` has the targets of its references. */
  readonly reading: Reading
  readonly links: readonly StoredLink[] | null | undefined
  readonly spelling: Spelling
}

/**
 * A document that came with ids, with the spellings of its Markdown in their place: a reference to
 * an earlier target keeps its spelling, a new one is spelled as a path.
 */
export function spelledAs(
  document: JSONDocument,
  { reading, links, spelling }: SpelledFrom,
): JSONDocument {
  const before = spellingsBefore(reading, links ?? [])
  const known = withRefs(document, (ref) => {
    const spellings = before.get(spellRef(ref))
    // Several spellings of one target are used in the order in which they stood.
    return (
      (spellings !== undefined && spellings.length > 1
        ? spellings.shift()
        : spellings?.[0]) ?? ref
    )
  })
  const { file, page, paths } = spelling
  return spellRefs(known, {
    file,
    ...(page !== undefined && { page }),
    fileOfPage: (id) => paths[`page/${id}`],
    pathOfFile: (id) => paths[`file/${id}`],
    pathOfReusableContent: (id) => paths[`reusable-content/${id}`],
  })
}

function spellingsBefore(
  reading: Reading,
  links: readonly StoredLink[],
): Map<string, ContentRef[]> {
  const spellings = new Map<string, ContentRef[]>()
  for (const [index, ref] of refsOf(reading.document).entries()) {
    const resolved = links[index]?.ref
    if (resolved === undefined || resolved.kind === 'url') continue
    const key = spellRef(resolved)
    const known = spellings.get(key)
    if (known === undefined) spellings.set(key, [ref])
    else known.push(ref)
  }
  return spellings
}
