import type { JSONDocument } from '#/document/nodes.ts'
import { anchors } from './anchors.ts'
import { textLines } from './plain-text.ts'

/** A part of a page that a search can find and link to. */
export interface Section {
  /** The anchor of the heading; absent for the part before the first heading. */
  readonly id?: string
  readonly title: string
  readonly body: string
}

/** The limit for the title and the body of a section, in bytes of UTF-8; longer ones are cut. */
export const sectionBytesMax = 100_000

/**
 * The sections of a page: the first, under the page's own title, holds the text before any heading
 * and exists even without text; then one for each heading.
 */
export function sections(document: JSONDocument, title: string): readonly Section[] {
  const ids = anchors(document)
  const found: OpenSection[] = [{ title, lines: [] }]
  for (const { text, heading } of textLines(document)) {
    if (heading === undefined) found.at(-1)?.lines.push(text)
    else found.push({ id: ids.get(heading) ?? '', title: text.trim(), lines: [] })
  }
  return found.map(({ lines, ...rest }) => ({
    ...rest,
    title: cut(rest.title),
    body: cut(lines.join('\n').trim()),
  }))
}

interface OpenSection {
  readonly id?: string
  readonly title: string
  readonly lines: string[]
}

/** Cuts to the limit in bytes of UTF-8, never inside a character. */
function cut(text: string): string {
  // A code unit takes at most three bytes.
  if (text.length * 3 <= sectionBytesMax) return text
  const bytes = new Uint8Array(sectionBytesMax)
  const { read } = new TextEncoder().encodeInto(text, bytes)
  return text.slice(0, read)
}
