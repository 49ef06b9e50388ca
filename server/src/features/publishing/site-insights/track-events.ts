import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import { publishedModel } from '#/features/publishing/published-sites/public.ts'
import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { emit } from '#/platform/outbox/outbox.ts'

import { readerEventOf } from './insights-events.ts'

/** The most that an event may be away from now: older ones, and ones further ahead, are refused. */
const agoMsMax = 5 * 60_000

export const trackEventsInSiteById = operation(
  'trackEventsInSiteById',
  async ({ params, body: { events } }, context) => {
    const { organizationId, siteId } = params
    const model = await publishedModel(context, { organizationId, siteId })
    if (model === undefined) throw notFound('site', siteId)
    const nowMs = context.clock.nowMs()
    if (events.some((event) => !isRecent(event, nowMs))) {
      throw invalidRequest(
        'An event says that it happened more than five minutes away from now.',
      )
    }
    const happenings = events.flatMap((event) => readerEventOf(model, event) ?? [])
    return change(context, async (tx) => {
      for (const { type, payload } of happenings) {
        // Events of readers have a subject of their own, so that changes of the site never wait for
        // these.
        const subject = `site-readers:${siteId}`
        emit(tx, { organizationId, type, subject, payload: { siteId, ...payload } })
      }
      return Promise.resolve(undefined)
    })
  },
)

function isRecent({ timestamp }: SiteInsightsEvent, nowMs: number): boolean {
  return timestamp === undefined || Math.abs(Date.parse(timestamp) - nowMs) <= agoMsMax
}
