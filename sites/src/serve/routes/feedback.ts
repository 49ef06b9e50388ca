import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import { feedbackSentId, feedbackThanksId } from '#/shell/ids.ts'
import { prefersJson } from '#/serve/http/accept.ts'
import { readerText } from '#/serve/http/reader-text.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { splitPath } from '#/serve/places/site-spaces.ts'
import type { PlacedDocument } from '#/serve/reads/revision-index.ts'
import { pageHref } from '#/serve/views/reading.ts'

import type { Tools } from './tools.ts'
import { isFromSite, plain, type Produced, seeOther, type Visit } from './visit.ts'

type Feedback = NonNullable<SiteInsightsEvent['feedback']>

const commentCharactersMax = 512
const ratings = ['bad', 'ok', 'good'] as const

/** Takes a reader's feedback on a page, from a plain form or a script. */
export async function answerFeedback(tools: Tools, visit: Visit): Promise<Produced> {
  if (!isFromSite(visit)) {
    return plain(403, 'Feedback is taken from the pages of the site only.')
  }
  const about = await pageOf(tools, visit)
  if (about === undefined) return plain(404, 'The page this feedback is about is gone.')
  const feedback = feedbackIn(visit.form)
  if (feedback === undefined) {
    return plain(400, 'Send a rating (bad, ok or good), a comment, or both.')
  }
  const retrySeconds = tools.feedbackLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too much feedback at once. Wait a minute, then send it again.', {
      'retry-after': String(retrySeconds),
    })
  }
  await send(tools, { ...about, visit, feedback })
  if (prefersJson(visit.accept)) {
    return {
      status: 204,
      headers: { 'cache-control': 'no-store' },
      body: '',
      isCacheable: false,
    }
  }
  const { reading, page } = about
  const mark = feedback.comment === undefined ? feedbackSentId : feedbackThanksId
  return seeOther(`${pageHref(reading.place, reading.revision, page.page)}#${mark}`)
}

async function pageOf(
  tools: Tools,
  { held, url }: Visit,
): Promise<Pick<Sending, 'reading' | 'page'> | undefined> {
  const split = splitPath(held.site.siteSpaces, url.path)
  if (split?.rest !== '~feedback') return undefined
  const reading = await tools.readings.of(held, split.place)
  if (reading?.customization.feedback.enabled !== true) return undefined
  const pageId = new URLSearchParams(url.query).get('page') ?? ''
  const page = reading.revision.documents.find((placed) => placed.page.id === pageId)
  return page && { reading, page }
}

function feedbackIn(form: Readonly<Record<string, string>>): Feedback | undefined {
  const rating = ratings.find((known) => known === form['rating'])
  const comment = readerText(form['comment'] ?? '', commentCharactersMax)
  if (rating === undefined && comment === '') return undefined
  return { rating: rating ?? 'ok', ...(comment !== '' && { comment }) }
}

interface Sending {
  readonly visit: Visit
  readonly reading: PreparedReading
  readonly page: PlacedDocument
  readonly feedback: Feedback
}

async function send(
  { api }: Tools,
  { visit, reading: { site, place, revision }, page, feedback }: Sending,
): Promise<void> {
  const { scope } = site
  await api.read('trackEventsInSiteById', scope, {
    params: { organizationId: scope.organizationId, siteId: scope.siteId },
    body: {
      events: [
        {
          type:
            feedback.comment === undefined
              ? 'page_post_feedback'
              : 'page_post_feedback_comment',
          feedback,
          // Ids, cookies and the referrer stay empty: these could tell one reader from another.
          session: {
            visitorId: '',
            sessionId: '',
            cookies: {},
            userAgent: (visit.userAgent ?? '').slice(0, 1024),
            language: visit.acceptLanguage?.slice(0, 64) ?? null,
            referrer: null,
          },
          location: {
            url: place.canonicalBase,
            siteSection: place.section?.id ?? null,
            siteSpace: place.siteSpace.id,
            siteShareKey: null,
            space: place.siteSpace.space.id,
            revision: revision.id,
            page: page.page.id,
          },
        },
      ],
    },
  })
}
