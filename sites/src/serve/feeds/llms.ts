import type { DocumentPage } from '@lectern/contract/pages.ts'

import type { PlacedDocument } from '#/serve/reads/revision-index.ts'
import {
  isListed,
  markdownPath,
  type Reading,
  siteTitleOf,
} from '#/serve/views/reading.ts'

/** The list that language models read first: each listed page with the URL of its Markdown. */
export function llmsText(readings: readonly Reading[]): string {
  const [first] = readings
  if (first === undefined) return ''
  const parts = readings.map((reading) => {
    const title = reading.place.section?.title ?? reading.place.siteSpace.title
    const name = readings.length === 1 ? 'Pages' : oneLine(title)
    return `## ${name}\n\n${listedDocuments(reading)
      .map((page) => line(reading, page))
      .join('\n')}\n`
  })
  return `# ${oneLine(siteTitleOf(first))}\n\n${parts.join('\n')}`
}

export function listedDocuments({ revision }: Reading): readonly DocumentPage[] {
  return revision.shownDocuments
    .filter((placed: PlacedDocument) => isListed(placed))
    .map(({ page }) => page)
}

/** A page as a file of its own: its title and description, then its body. */
export function markdownPage(page: DocumentPage, body: string): string {
  const about = page.description === undefined ? '' : `\n${page.description.trim()}\n`
  return `# ${oneLine(page.title)}\n${about}\n${body.trim()}\n`
}

/** A page inside the file of all pages, with its URL as a comment above. */
export function markdownAmongOthers(
  { place }: Reading,
  page: DocumentPage,
  body: string,
): string {
  return `<!-- ${place.canonicalBase}${markdownPath(page)} -->\n${markdownPage(page, body)}`
}

function line({ place }: Reading, page: DocumentPage): string {
  const about = page.description === undefined ? '' : `: ${oneLine(page.description)}`
  const title = oneLine(page.title).replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `- [${title}](${place.canonicalBase}${markdownPath(page)})${about}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
