import { fingerprint } from '#/document/fingerprint.ts'
import { normalise } from '#/document/normalise.ts'
import type { Annotation, FlowBlock, Fragment, JSONDocument } from '#/document/nodes.ts'

import { writeSiblings } from './blocks.ts'
import { checkTypes } from './check-types.ts'
import type { SiblingStyle, WriteContext } from './context.ts'
import { prefixLines } from './lines.ts'
import { takenLabels } from './taken-labels.ts'

export { WriteError } from './write-error.ts'

/** The document as Markdown, ending with one line break; empty for an empty document. */
export function write(document: JSONDocument): string {
  return writeBlocks(document.nodes)
}

/** A footnote that the page around the written blocks already has: it is not written again. */
export interface KnownFootnote {
  readonly label: string
  readonly body: readonly FlowBlock[]
}

/** Blocks as Markdown, followed by the footnotes they refer to. Unknown types are refused. */
export function writeBlocks(
  blocks: readonly FlowBlock[],
  known: readonly KnownFootnote[] = [],
  style: SiblingStyle = {},
): string {
  checkTypes(blocks)
  const { nodes } = normalise({ object: 'document', data: {}, nodes: blocks })
  return writeNormal(nodes, known, style)
}

function writeNormal(
  blocks: readonly FlowBlock[],
  known: readonly KnownFootnote[],
  style: SiblingStyle,
): string {
  const notes = footnotes(takenLabels(blocks), known)
  const context: WriteContext = {
    footnote: (annotation) => notes.label(annotation),
    blocks: (inner, innerStyle) => writeSiblings(inner, context, innerStyle),
  }
  const parts = [writeSiblings(blocks, context, style)]
  // Writing a body may find further annotations, whose bodies then follow.
  for (const { label, nodes } of notes.bodies) {
    parts.push(definition(label, writeSiblings(nodes, context)))
  }
  const markdown = parts.filter((part) => part !== '').join('\n\n')
  return markdown === '' ? '' : `${markdown}\n`
}

/** The definition of a footnote, for a page with the other footnotes `known`. */
export function writeFootnote(
  { label, body }: KnownFootnote,
  known: readonly KnownFootnote[],
): string {
  return definition(label, writeBlocks(body, known).replace(/\n$/, ''))
}

function definition(label: string, body: string): string {
  if (body === '') return `[^${label}]:`
  return `[^${label}]: ${prefixLines(body, indentation).slice(indentation.length)}`
}

/** The prefix of the later lines of a footnote. */
const indentation = '    '

interface Body {
  readonly label: string
  readonly nodes: Fragment['nodes']
}

/** Numbers footnote bodies in the order of their annotations; equal bodies share a number. */
function footnotes(
  takenByVerbatim: ReadonlySet<string>,
  given: readonly KnownFootnote[],
) {
  const bodies: Body[] = []
  const labels = new Map(given.map(({ label, body }) => [identityOf(body), label]))
  const taken = takenByVerbatim.union(new Set(given.map(({ label }) => label)))
  let number = 0
  return {
    bodies,
    label(annotation: Annotation): string {
      const nodes = annotation.fragments[0]?.nodes ?? []
      const identity = identityOf(nodes)
      const known = labels.get(identity)
      if (known !== undefined) return known
      do number += 1
      while (taken.has(String(number)))
      const label = String(number)
      labels.set(identity, label)
      bodies.push({ label, nodes })
      return label
    },
  }
}

function identityOf(body: readonly FlowBlock[]): string {
  return body.map(fingerprint).join()
}
