import type { Block, JSONDocument } from '#/document/nodes.ts'
import { anchors } from './anchors.ts'
import { textLines } from './plain-text.ts'

/** A part of a page that a search can find and link to. */
export interface Section {
  /** The anchor of the heading; absent for the part before the first heading. */
  readonly id?: string
  readonly title: string
  readonly body: string
  /**
   * The sources of its diagrams, and what its blocks show of elsewhere: a search may find these
   * words, but shows none of them.
   */
  readonly drawn?: string
}

/** The limit for each text of a section, in bytes of UTF-8; longer ones are cut. */
export const sectionBytesMax = 100_000

/**
 * The sections of a page, where `drawnBy` says what a block shows of elsewhere: the first, under the page's own title, holds the text before any heading
 * and exists even without text; then one for each heading.
 */
export function sections(
  document: JSONDocument,
  title: string,
  drawnBy?: (block: Block) => string,
): readonly Section[] {
  const ids = anchors(document)
  const found: OpenSection[] = [{ title, lines: [], drawn: [] }]
  for (const { text, heading, isDrawn } of textLines(document, 0, drawnBy)) {
    const open = found.at(-1)
    if (heading !== undefined) {
      found.push({ id: ids.get(heading) ?? '', title: text.trim(), lines: [], drawn: [] })
    } else if (isDrawn) open?.drawn.push(text)
    else open?.lines.push(text)
  }
  return found.map(({ lines, drawn, ...rest }) => ({
    ...rest,
    title: cut(rest.title),
    body: cut(lines.join('\n').trim()),
    ...(drawn.length > 0 && { drawn: cut(drawn.join('\n').trim()) }),
  }))
}

interface OpenSection {
  readonly id?: string
  readonly title: string
  readonly lines: string[]
  readonly drawn: string[]
}

/** Cuts to the limit in bytes of UTF-8, never inside a character. */
function cut(text: string): string {
  // A code unit takes at most three bytes.
  if (text.length * 3 <= sectionBytesMax) return text
  const bytes = new Uint8Array(sectionBytesMax)
  const { read } = new TextEncoder().encodeInto(text, bytes)
  return text.slice(0, read)
}
