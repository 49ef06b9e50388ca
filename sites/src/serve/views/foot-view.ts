import { isLandingLayout } from '#/landing-layout.ts'
import type { FootView } from '#/model.ts'
import type { ActionsView } from '#/shell/views.ts'
import { isForAgents } from '#/serve/places/site-at.ts'
import type { PlacedDocument } from '#/serve/reads/revision-index.ts'
import { safeHref } from '#/urls.ts'

import { markdownPath, type PageReading } from './reading.ts'
import { destinationOf } from './references.ts'

export function footView(reading: PageReading): FootView {
  const { current, place } = reading
  const { page } = current
  const { previous, next } = neighbours(reading)
  const editHref = editHrefOf(reading)
  return {
    ...(previous && { previous }),
    ...(next && { next }),
    ...(page.updatedAt !== undefined && { updatedAt: page.updatedAt }),
    ...(editHref !== undefined && { editHref }),
    ...markdownOf(reading),
    ...(asksForFeedback(reading) && {
      feedbackHref: `${place.basePath}~feedback?page=${encodeURIComponent(page.id)}`,
    }),
  }
}

/** A page to arrive at is no text that could help or not. */
function asksForFeedback({ customization, current }: PageReading): boolean {
  return customization.feedback.enabled && !isLandingLayout(current.page.layout)
}

export function actionsView(reading: PageReading): ActionsView {
  const { customization, place, current } = reading
  return {
    ...markdownOf(reading),
    ...assistantsOf(reading),
    ...(customization.pdf.enabled && {
      pdfHref: `${place.basePath}~pdf?page=${encodeURIComponent(current.page.id)}`,
    }),
  }
}

function markdownOf({ site, customization, place, current }: PageReading): ActionsView {
  if (!customization.pageActions.markdown || !isForAgents(site)) return {}
  return { markdownHref: place.basePath + markdownPath(current.page) }
}

/** Assistants of others read what everybody can read. */
function assistantsOf({ site, customization, place, current }: PageReading): ActionsView {
  const isWanted = customization.pageActions.externalAI && isForAgents(site)
  if (!isWanted || site.scope.visibility !== 'public') return {}
  return { assistantsUrl: place.canonicalBase + markdownPath(current.page) }
}

/** The pages before and after in reading order. Hidden pages have no neighbours and are none. */
function neighbours(reading: PageReading): Pick<FootView, 'previous' | 'next'> {
  const { current, customization, revision } = reading
  const isWanted = customization.pagination.enabled && current.page.layout.pagination
  const at = revision.shownPosition.get(current.page.id)
  if (!isWanted || at === undefined) return {}
  const previous = linkTo(reading, revision.shownDocuments[at - 1])
  const next = linkTo(reading, revision.shownDocuments[at + 1])
  return { ...(previous && { previous }), ...(next && { next }) }
}

function linkTo(reading: PageReading, placed: PlacedDocument | undefined) {
  return placed && destinationOf(reading, { kind: 'page', page: placed.page.id })
}

/** The URL of the page's file in the synchronised Git repository. */
function editHrefOf({ customization, place, current }: PageReading): string | undefined {
  const repository = place.siteSpace.space.gitSync?.url
  const file = current.page.git?.path
  if (!customization.git.showEditLink || repository === undefined || file === undefined) {
    return undefined
  }
  const path = file.split('/').map(encodeURIComponent).join('/')
  return safeHref(`${repository.replace(/\/$/, '')}/${path}`)
}
