import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import {
  publishedModel,
  type SiteModel,
  siteSpacesForAnyone,
} from '#/features/publishing/published-sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import { change, type PublicContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { resolvedSite } from '#/platform/http/rate-buckets.ts'
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
    const siteSpaceIds = await siteSpacesSeen(context, { organizationId, siteId }, model)
    if (siteSpaceIds === undefined) throw notFound('site', siteId)
    await context.countForSite(resolvedSite(model.site))
    const nowMs = context.clock.nowMs()
    if (events.some((event) => !isRecent(event, nowMs))) {
      throw invalidRequest(
        'An event says that it happened more than five minutes away from now.',
      )
    }
    const readerEvents = events.flatMap(
      (event) => readerEventOf(model, siteSpaceIds, event) ?? [],
    )
    return change(context, async (tx) => {
      for (const { type, payload } of readerEvents) {
        // Events of readers have a subject of their own, so that changes of the site never wait for
        // these.
        const subject = `site-readers:${siteId}`
        emit(tx, { organizationId, type, subject, payload: { siteId, ...payload } })
      }
      return Promise.resolve(undefined)
    })
  },
)

/** The site-spaces that the caller may see; undefined unless they may read the site. */
async function siteSpacesSeen(
  { caller }: Pick<PublicContext, 'caller'>,
  { organizationId, siteId }: OfSite,
  model: SiteModel,
): Promise<ReadonlySet<string> | undefined> {
  if (caller === undefined || !isVisitor(caller)) return siteSpacesForAnyone(model)
  const isTheirs = caller.siteId === siteId && caller.organizationId === organizationId
  const sight = isTheirs ? await caller.look() : undefined
  return sight?.siteSpaceIds
}

function isRecent({ timestamp }: SiteInsightsEvent, nowMs: number): boolean {
  return timestamp === undefined || Math.abs(Date.parse(timestamp) - nowMs) <= agoMsMax
}
