import { fingerprint } from '#/document/fingerprint.ts'
import type { Block, JSONDocument } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { read } from '#/read/read.ts'
import type { Reading } from '#/read/reading.ts'
import { write } from '#/write/write.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

import { type Anew, blame, joined, widened } from './blame.ts'
import { editSiblings } from './edit-siblings.ts'
import { planFootnotes } from './footnotes.ts'
import { knownBytes } from './known-bytes.ts'
import { besides, replaceAll } from './replacements.ts'

/** The limit for repeated edits, each of which rewrites the blocks that came out wrong before. */
const triesMax = 5

/**
 * Writes a changed document back into the Markdown of this reading: unchanged blocks keep their
 * bytes, changed blocks are written anew. Each try is verified by reading its result; the next try
 * rewrites the blocks that differ, with blank lines around them, and the last resort rewrites the
 * whole document.
 */
export function applyDocument(reading: Reading, document: JSONDocument): Reading {
  const wanted = normalise(document)
  const target = saidBy(wanted)
  if (target === saidBy(reading.document)) return reading
  const tries: Reading[] = []
  let anew: Anew = new Map<Block, 'whole' | 'inside'>()
  for (let count = 0; count < triesMax; count++) {
    const edited = edit(reading, wanted, anew)
    if (edited === undefined) break
    if (saidBy(edited.document) === target) return edited
    tries.push(edited)
    const blamed = joined(anew, blame(wanted.nodes, edited.document.nodes))
    const isLast = count === triesMax - 2 || blamed.size === anew.size
    anew = isLast ? widened(wanted.nodes, blamed) : blamed
  }
  const whole = read(write(wanted).replaceAll('\n', lineEndingOf(reading.source)))
  // Verbatim Markdown may contain any blocks: then no Markdown reads as the document that was sent.
  const said = saidBy(whole.document)
  return tries.find((edited) => saidBy(edited.document) === said) ?? whole
}

function saidBy(document: JSONDocument): string {
  return fingerprint({ ...document, data: {} })
}

function edit(reading: Reading, wanted: JSONDocument, anew: Anew): Reading | undefined {
  const { source, blocks } = reading
  const plan = planFootnotes(reading, wanted)
  const replacements = editSiblings({
    source,
    footnotes: plan.known,
    bytesOf: knownBytes(reading),
    anew,
    before: blocks,
    after: wanted.nodes,
  })
  if (replacements === undefined) return undefined
  // The definition of a footnote may be part of a block that is written anew.
  const footnotes = besides(plan.replacements(lineEndingOf(source)), replacements)
  return read(replaceAll(source, [...replacements, ...footnotes]))
}
