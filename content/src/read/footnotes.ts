import type { FootnoteDefinition } from 'mdast'

import { fingerprint } from '#/document/fingerprint.ts'
import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'

import type { Footnotes, Reader } from './reader.ts'
import { contents } from './source-block.ts'

/** Copies of footnotes may take this many characters of source in one document. */
const copiedCharactersMax = 2_000_000

/** The means to say definitions, and the bodies that were read for it. */
export interface FootnoteBook extends Footnotes {
  readonly bodies: ReadonlyMap<FootnoteDefinition, readonly FlowBlock[]>
}

/**
 * `expected` are the definitions taken for said before anything is read; the first definition of a
 * label counts.
 */
export function footnoteBook(
  definitions: ReadonlyMap<string, FootnoteDefinition>,
  expected: ReadonlySet<FootnoteDefinition>,
  reader: () => Reader,
): FootnoteBook {
  const bodies = new Map<FootnoteDefinition, readonly FlowBlock[]>()
  let left = copiedCharactersMax
  let reading = false

  function bodyOf(definition: FootnoteDefinition): readonly FlowBlock[] {
    const known = bodies.get(definition)
    if (known !== undefined) return known
    reading = true
    const place = { prefix: prefixOf(definition, reader().source), depth: 1 }
    const body = contents(reader().siblings(definition.children, place))
    reading = false
    bodies.set(definition, body)
    return body
  }

  return {
    bodies,
    body(label) {
      const definition = definitions.get(label.toLowerCase())
      if (definition === undefined) return undefined
      const { start, end } = definition.position ?? {}
      left -= (end?.offset ?? 0) - (start?.offset ?? 0) + 1
      if (left < 0) return undefined
      return bodyOf(definition)
    },
    isSaid: (definition) => expected.has(definition),
    reading: () => reading,
  }
}

/** The definitions that annotations of the document say; a text that was kept as it is says none. */
export function saidIn(
  document: JSONDocument,
  { bodies }: Pick<FootnoteBook, 'bodies'>,
): ReadonlySet<FootnoteDefinition> {
  if (bodies.size === 0) return new Set()
  const found = new Set<FlowBlock>()
  for (const { node } of walk(document)) {
    if (node.object === 'inline' && node.type === 'annotation') {
      for (const { nodes } of node.fragments) for (const block of nodes) found.add(block)
    }
  }
  // Blocks of our own inside of HTML are checked, and so copied: there a body is known by what it says.
  const prints = new Set([...found].map((block) => fingerprint(block)))
  const said = [...bodies].filter(([, body]) =>
    body.every((block) => found.has(block) || prints.has(fingerprint(block))),
  )
  return new Set(said.map(([definition]) => definition))
}

/** What later lines of a footnote begin with: the signs of what it stands in, and its own indent. */
function prefixOf({ position }: FootnoteDefinition, source: string): string {
  const start = position?.start.offset ?? 0
  const lead = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  return `${lead.replaceAll(/[^>\s]/g, ' ')}    `
}
