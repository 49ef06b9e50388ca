import { diagramSourcesIn } from '#/blocks/diagram-source.ts'
import type { BodyContext } from '#/model.ts'
import { diagramsShown } from '#/serve/pages/bodies.ts'
import { diagramsAskedMax } from '#/serve/reads/diagrams.ts'
import { documentsOf, type PrintContent } from '#/serve/print/print-content.ts'
import { renderPrint } from '#/serve/print/print-page.tsx'
import { printSheetName } from '#/serve/print/print-sheet.ts'
import { chosenPages, contentFor } from '#/serve/print/reader-content.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import { assetOf } from '#/serve/views/references.ts'
import { pageHref, type Reading } from '#/serve/views/reading.ts'

import type { Tools } from './tools.ts'
import { html, plain, type Produced, type Visit } from './visit.ts'

/** The drawn diagrams of a print; of a long one, those of its first pages. */
async function diagramsIn(
  { diagrams }: Tools,
  reading: Reading,
  content: PrintContent,
): Promise<NonNullable<BodyContext['diagram']>> {
  const { site, place } = reading
  const spaceId = place.siteSpace.space.id
  const { organizationId } = site.scope
  const sources = diagramSourcesIn(documentsOf(content), diagramsAskedMax)
  const states = await diagrams.statesOf({ organizationId, spaceId }, sources)
  return diagramsShown(reading, diagrams, { states, spaceId })
}

/** A page with its descendants, or a whole space, for the reader's browser to print. */
export async function answerPdf(
  tools: Tools,
  visit: Visit,
  place: SiteSpacePlace,
): Promise<Produced> {
  const reading = await tools.readings.of(visit.held, place)
  if (reading?.customization.pdf.enabled !== true) {
    return plain(404, 'There is nothing here.')
  }
  const { site, revision } = reading
  const pageId = new URLSearchParams(visit.url.query).get('page') ?? undefined
  const chosen = chosenPages(revision, pageId)
  if (chosen === undefined) return plain(404, 'There is no such page.')
  const retrySeconds = tools.pdfLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too many PDFs at once. Wait a minute, then try again.', {
      'retry-after': String(retrySeconds),
    })
  }
  const content = await contentFor(tools.library, reading, chosen)
  const styles = [
    ...tools.composer.stylesOf(reading),
    `${site.siteBasePath}~assets/${printSheetName}`,
  ]
  const { root, cut } = chosen
  const backHref =
    root?.type === 'document' ? pageHref(place, revision, root) : place.basePath
  const documents = documentsOf(content).map((document) => ({ document }))
  const { part } = await tools.apiParts.of(
    site.scope,
    (ref) => assetOf(reading, ref),
    documents,
  )
  const body = await renderPrint(content, styles, {
    byReader: { backHref, ...(cut && { cut }) },
    diagram: await diagramsIn(tools, reading, content),
    part,
  })
  // The cache knows pages by path alone, and a print depends on its query too.
  const page = html(200, body, false)
  return { ...page, headers: { ...page.headers, 'x-robots-tag': 'noindex' } }
}
