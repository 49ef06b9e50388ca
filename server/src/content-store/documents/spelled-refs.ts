import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { type ContentRef, spellRef } from '@lectern/content/document/references.ts'
import { spellRefs } from '@lectern/content/look/spell.ts'
import type { Reading } from '@lectern/content/read/reading.ts'

import type { StoredLink } from '#/content-store/entries/public.ts'

import type { Spelling } from './body-work.ts'
import { refsOf, withRefs } from './document-refs.ts'

interface SpelledFrom {
  /** What the document was made from, and where its references lead. */
  readonly reading: Reading
  readonly links: readonly StoredLink[] | null | undefined
  readonly spelling: Spelling
}

/**
 * A document that came with ids, with the spellings that its Markdown has for them: what leads
 * where it led before is spelled as before, and what is new by its path.
 */
export function spelledAs(
  document: JSONDocument,
  { reading, links, spelling }: SpelledFrom,
): JSONDocument {
  const before = spellingsBefore(reading, links ?? [])
  const known = withRefs(document, (ref) => {
    const spellings = before.get(spellRef(ref))
    // Of several spellings for one target each stands where it stood, in their order.
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
