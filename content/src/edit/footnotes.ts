import { fingerprint } from '#/document/fingerprint.ts'
import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'
import type { Reading } from '#/read/reading.ts'
import { type KnownFootnote, writeFootnote } from '#/write/write.ts'

import type { Replacement } from './replacements.ts'

/** The changes to the footnotes of a page. */
export interface FootnotePlan {
  /** The remaining and the new footnotes, with their labels. */
  readonly known: readonly KnownFootnote[]
  /** The edits that remove definitions without any reference left, and add new ones at the end. */
  readonly replacements: (lineEnding: string) => Replacement[]
}

export function planFootnotes(reading: Reading, wanted: JSONDocument): FootnotePlan {
  const bodies = bodiesOf(wanted)
  const staying = reading.footnotes.filter(({ body }) => bodies.delete(identityOf(body)))
  const gone = reading.footnotes.filter((footnote) => !staying.includes(footnote))
  const labels = freeLabels(reading)
  const coming = [...bodies.values()].map((body) => ({ label: labels(), body }))
  const known = [...staying, ...coming]
  return {
    known,
    replacements: (lineEnding) => [
      ...gone.map((footnote) => withoutGap(reading.source, footnote)),
      ...coming.map((footnote) => ({
        ...endOf(reading.source),
        text: `${lineEnding}${lineEnding}${writeFootnote(footnote, known).replaceAll('\n', lineEnding)}`,
      })),
    ],
  }
}

/** The bodies of all annotations, each once, in order. */
function bodiesOf(document: JSONDocument): Map<string, readonly FlowBlock[]> {
  const bodies = new Map<string, readonly FlowBlock[]>()
  for (const { node } of walk(document)) {
    if (node.object !== 'inline' || node.type !== 'annotation') continue
    const body = node.fragments[0]?.nodes ?? []
    bodies.set(identityOf(body), body)
  }
  return bodies
}

function identityOf(body: readonly FlowBlock[]): string {
  return body.map(fingerprint).join()
}

/** Counts through the numbers that are not yet a label in the source. */
function freeLabels({ source }: Reading): () => string {
  let number = 0
  return () => {
    do number += 1
    while (source.includes(`[^${number}]`))
    return String(number)
  }
}

function endOf(source: string) {
  const end = source.trimEnd().length
  return { start: end, end }
}

/** Removes a definition with the blank lines before it, or after it at the start of the page. */
function withoutGap(
  source: string,
  { start, end }: Reading['footnotes'][number],
): Replacement {
  const before = source.slice(0, start).trimEnd().length
  const after = source.length - source.slice(end).trimStart().length
  return before > 0
    ? { start: before, end, text: '' }
    : { start: 0, end: after, text: '' }
}
