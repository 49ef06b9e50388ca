import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import type { SiteModel } from '#/features/publishing/published-sites/public.ts'

/**
 * The payload of the event for a reader's feedback; undefined for anything else they do. An event
 * never holds who the reader is nor their credentials: no address, cookie, key or token. Of the
 * site-spaces it names those that the reader sees.
 */
export function feedbackOf(
  model: SiteModel,
  siteSpaceIds: ReadonlySet<string>,
  { type, session, location, feedback }: SiteInsightsEvent,
): object | undefined {
  if (!type.startsWith('page_post_feedback') || feedback === undefined) return undefined
  const siteSpace = model.tree.siteSpaces.find(
    ({ id }) => id === location.siteSpace && siteSpaceIds.has(id),
  )
  return {
    ...(siteSpace && { siteSpaceId: siteSpace.id, spaceId: siteSpace.spaceId }),
    ...(location.page !== null && { pageId: location.page }),
    visitor: {
      anonymousId: session.visitorId,
      userAgent: session.userAgent,
      ...(session.language !== null && { language: session.language }),
    },
    url: withoutSecrets(model, location.url),
    referrer: originOf(session.referrer),
    feedback,
  }
}

/**
 * A URL without secrets: its query may hold a token, and the path of a site that is shared by link
 * holds its key.
 */
export function withoutSecrets({ site }: SiteModel, text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  url.search = ''
  url.hash = ''
  url.username = ''
  url.password = ''
  if (site.visibility === 'share-link') {
    url.pathname = url.pathname.replaceAll(/(?<=\/)[0-9A-Za-z]{24}(?=\/|$)/g, '…')
  }
  return url.href
}

/** The origin of a referrer, which is all that an event stores of it. */
function originOf(referrer: string | null): string | null {
  return referrer !== null && URL.canParse(referrer) ? new URL(referrer).origin : null
}
