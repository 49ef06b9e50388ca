import type { FootnoteDefinition, Root } from 'mdast'

import type { JSONDocument } from '#/document/nodes.ts'

import { nameAnchors } from './anchors.ts'
import { readSiblings } from './blocks/flow.ts'
import { collectDefinitions } from './definitions.ts'
import type { Definitions } from './definitions.ts'
import { footnoteBook, saidIn } from './footnotes.ts'
import type { FootnoteBook } from './footnotes.ts'
import { reasonNotToParse } from './limits.ts'
import { plainSource } from './plain-source.ts'
import type { Reader } from './reader.ts'
import type { Reading } from './reading.ts'
import { verbatimBlock } from './source-block.ts'
import type { Indent, Placed } from './source-block.ts'
import { parseMarkdown } from './syntax/parse.ts'
import { readPhrasing } from './text/phrasing.ts'

/**
 * Reads a page's Markdown: the document, and the place of each of its blocks. Never throws:
 * Markdown that is not understood stays verbatim.
 */
export function read(markdown: string): Reading {
  const { text, restore, offset } = plainSource(markdown)
  const reason = reasonNotToParse(text)
  if (reason !== undefined) {
    return readingOf(markdown, restore(wholePage(text, reason)), [])
  }
  const root = parseMarkdown(text)
  const definitions = collectDefinitions(root, text)
  // The first guess, that every footnote is referred to, is nearly always right; a second reading
  // corrects a wrong guess.
  const guess = readWith(text, root, definitions, new Set(definitions.footnotes.values()))
  const result =
    guess.said.size === definitions.footnotes.size
      ? guess
      : readWith(text, root, definitions, guess.said)
  nameAnchors(result.blocks.map(({ node }) => node))
  return readingOf(markdown, restore(result.blocks), footnotesOf(result, offset))
}

function readingOf(
  source: string,
  blocks: readonly Placed[],
  footnotes: Reading['footnotes'],
): Reading {
  return { source, document: documentOf(blocks), blocks, footnotes }
}

function documentOf(blocks: readonly Placed[]): JSONDocument {
  const nodes = blocks.map(({ node }) => node)
  return { object: 'document', data: { schemaVersion: 1 }, nodes }
}

interface Result {
  readonly blocks: readonly Placed[]
  readonly said: ReadonlySet<FootnoteDefinition>
  readonly bodies: FootnoteBook['bodies']
}

function footnotesOf(
  { said, bodies }: Result,
  offset: (offset: number) => number,
): Reading['footnotes'] {
  return [...said].map((definition) => ({
    label: definition.label ?? definition.identifier,
    start: offset(definition.position?.start.offset ?? 0),
    end: offset(definition.position?.end.offset ?? 0),
    body: bodies.get(definition) ?? [],
  }))
}

/** The whole page as one verbatim block, from its first to its last visible character. */
function wholePage(source: string, reason: string): Placed[] {
  const start = source.length - source.trimStart().length
  const range = { start, end: source.trimEnd().length }
  return [verbatimBlock({ source }, range, topPlace, reason)]
}

const topPlace: Indent = { prefix: '', depth: 0 }

function readWith(
  source: string,
  root: Root,
  { links, footnotes: labels }: Definitions,
  expected: ReadonlySet<FootnoteDefinition>,
): Result {
  const footnotes = footnoteBook(labels, expected, () => reader)
  const reader: Reader = {
    source,
    definitions: links,
    footnotes,
    siblings: (nodes, place) => readSiblings(reader, nodes, place),
    phrasing: (nodes, marks, scope) => readPhrasing(reader, nodes, marks, scope),
  }
  const blocks = reader.siblings(root.children, topPlace)
  const said = saidIn(documentOf(blocks), footnotes)
  return { blocks, said, bodies: footnotes.bodies }
}
