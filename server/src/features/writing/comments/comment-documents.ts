import { withAnchors } from '@lectern/content/look/anchors.ts'
import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'
import type { Reading } from '@lectern/content/read/reading.ts'

/** The document JSON of each Markdown, as text. */
export function documentsOf(texts: readonly string[]): readonly string[] {
  return texts.map((markdown) =>
    JSON.stringify(
      withAnchors(documentWithKeys(plainReading(markdown) ?? read(markdown))),
    ),
  )
}

const plainLine = /^\p{L}[\p{L}\p{N},.?!']*(?: [\p{L}\p{N},.?!']+)*$/u
const plainLengthMax = 500

/**
 * The reading of a plain sentence, as most comments are: Markdown has nothing to find in it.
 * Undefined for any other text.
 */
export function plainReading(markdown: string): Reading | undefined {
  if (markdown.length > plainLengthMax || !plainLine.test(markdown)) return undefined
  // A word that begins with `www.` becomes a link.
  if (markdown.toLowerCase().includes('www.')) return undefined
  const leaf = { object: 'leaf', text: markdown, marks: [] } as const
  const node = {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [leaf] }],
  } as const
  const document = { object: 'document', data: { schemaVersion: 1 }, nodes: [node] }
  const block = { node, start: 0, end: markdown.length, prefix: '', children: [] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the reader makes of such a line
  return {
    source: markdown,
    document,
    blocks: [block],
    footnotes: [],
  } as unknown as Reading
}
