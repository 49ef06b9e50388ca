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
  const names = headingsOf(readings)
  const parts = readings.map((reading, index) => {
    const lines = listedDocuments(reading).map((page) => line(reading, page))
    const about = oneLine(reading.place.section?.description ?? '')
    return `## ${names[index]}\n\n${about === '' ? '' : `${about}\n\n`}${lines.join('\n')}\n`
  })
  const about = oneLine(first.revision.home?.page.description ?? '')
  const summary = about === '' ? '' : `> ${about}\n\n`
  return `# ${oneLine(siteTitleOf(first))}\n\n${summary}${parts.join('\n')}`
}

/**
 * A heading for each space that no other has: the title of its section or its own, then both where
 * several share that, then its path as well.
 */
function headingsOf(readings: readonly Reading[]): readonly string[] {
  if (readings.length === 1) return ['Pages']
  const short = readings.map(({ place }) =>
    oneLine(place.section?.title ?? place.siteSpace.title),
  )
  const long = readings.map(({ place }, index) =>
    place.section === undefined
      ? (short[index] ?? '')
      : `${short[index]}: ${oneLine(place.siteSpace.title)}`,
  )
  return readings.map(({ place }, index) => {
    const choices = [short, long]
    const unique = choices.find((names) => isAlone(names, index))
    return unique?.[index] ?? `${long[index]} (${new URL(place.canonicalBase).pathname})`
  })
}

function isAlone(names: readonly string[], index: number): boolean {
  return names.indexOf(names[index] ?? '') === names.lastIndexOf(names[index] ?? '')
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
