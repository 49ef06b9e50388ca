import type { FootnoteDefinition } from 'mdast'

import { fingerprint } from '#/document/fingerprint.ts'
import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'

import type { Footnotes, Reader } from './reader.ts'
import { contents } from './source-block.ts'

/** The limit, in characters of source, for all copies of footnotes in one document. */
const copiedCharactersMax = 2_000_000

/** The footnotes of a page, with the bodies that were read so far. */
export interface FootnoteBook extends Footnotes {
  readonly bodies: ReadonlyMap<FootnoteDefinition, readonly FlowBlock[]>
}

/**
 * The footnotes of a page. `expected` are the definitions that annotations are assumed to include;
 * they are no blocks of their own.
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

/** The definitions whose bodies are in annotations of the document; verbatim text has none. */
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
  // Custom blocks inside HTML are validated, and so copied: their bodies are found by fingerprint.
  const prints = new Set([...found].map((block) => fingerprint(block)))
  const said = [...bodies].filter(([, body]) =>
    body.every((block) => found.has(block) || prints.has(fingerprint(block))),
  )
  return new Set(said.map(([definition]) => definition))
}

/** The prefix of later lines of a footnote: the signs of its containers, and its own indent. */
function prefixOf({ position }: FootnoteDefinition, source: string): string {
  const start = position?.start.offset ?? 0
  const lead = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  return `${lead.replaceAll(/[^>\s]/g, ' ')}    `
}
