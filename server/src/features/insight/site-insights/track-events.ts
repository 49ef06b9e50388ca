import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import {
  publishedModel,
  type SiteModel,
  siteSpacesForAnyone,
} from '#/features/publishing/published-sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type Sight } from '#/platform/http/caller.ts'
import { change, gathered, type PublicContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'
import { resolvedSite } from '#/platform/http/rate-buckets.ts'
import { emit } from '#/platform/outbox/outbox.ts'

import { insightCounts } from './insight-counts.ts'
import { feedbackOf } from './insights-events.ts'
import { countedEvent } from './reader-event.ts'
import { isMachine } from './visitor-agent.ts'
import { segmentOf } from './visitor-segment.ts'

/** The most that an event may be away from now: older ones, and ones further ahead, are refused. */
const agoMsMax = 5 * 60_000

export const trackEventsInSiteById = operation(
  'trackEventsInSiteById',
  async ({ params, body: { events } }, context) => {
    const { organizationId, siteId } = params
    const of = { organizationId, siteId }
    const model = await publishedModel(context, of)
    if (model === undefined) throw notFound('site', siteId)
    const seen = await sightOfCaller(context, of, model)
    if (seen === undefined) throw notFound('site', siteId)
    await context.countForSite(resolvedSite(model.site))
    const nowMs = context.clock.nowMs()
    if (events.some((event) => !isRecent(event, nowMs))) {
      throw invalidRequest(
        'An event says that it happened more than five minutes away from now.',
      )
    }
    const { siteSpaceIds } = seen
    const ofPeople = events.filter(({ session }) => !isMachine(session.userAgent))
    const segment = await segmentOf(context.db, of, seen.claims)
    const feedback = ofPeople.flatMap(
      (event) => feedbackOf(model, siteSpaceIds, event) ?? [],
    )
    const byToken = context.caller !== undefined && isVisitor(context.caller)
    const room = roomForFeedback(context, { siteId, byToken }, feedback.length)
    const told = feedback.slice(0, room)
    const answer = await tellFeedback(context, of, told)
    const counts = context.gatherings.of(insightCounts)
    for (const event of ofPeople) {
      counts.add(
        of,
        countedEvent(event, { model, siteSpaceIds, segment, nowMs, byToken }),
      )
    }
    return answer
  },
)

/** The feedback of a site that one process makes events of in an hour; any more is only counted. */
const feedbackPerHourMax = 1000
/** What those without a token may have of it. */
const strangersPerHourMax = 100
const hourMs = 3_600_000

/** How many of these may become events: anybody can send feedback, and each event is a row. */
function roomForFeedback(
  { texts, clock }: Pick<PublicContext, 'texts' | 'clock'>,
  { siteId, byToken }: { readonly siteId: string; readonly byToken: boolean },
  wanted: number,
): number {
  if (wanted === 0) return 0
  const hour = `feedback ${siteId} ${Math.floor(clock.nowMs() / hourMs)}`
  const told = Number(texts.get(hour) ?? 0)
  const byStrangers = Number(texts.get(`${hour} strangers`) ?? 0)
  const left = byToken
    ? feedbackPerHourMax - told
    : Math.min(feedbackPerHourMax - told, strangersPerHourMax - byStrangers)
  const room = Math.min(wanted, left)
  texts.set(hour, String(told + room))
  if (!byToken) texts.set(`${hour} strangers`, String(byStrangers + room))
  return room
}

/** Emits an event for each feedback; without any, there is nothing to write by itself. */
async function tellFeedback(
  context: PublicContext,
  { organizationId, siteId }: OfSite,
  feedback: readonly object[],
): Promise<Committed<undefined>> {
  if (feedback.length === 0 && context.idempotencyKey === undefined) return gathered()
  return change(context, async (tx) => {
    for (const payload of feedback) {
      // Events of readers have a subject of their own, so that changes of the site never wait for
      // these.
      const subject = `site-readers:${siteId}`
      const event = { organizationId, type: 'page_feedback', subject } as const
      emit(tx, { ...event, payload: { siteId, ...payload } })
    }
    return Promise.resolve(undefined)
  })
}

/** What the caller may see of the site; undefined unless they may read it. */
async function sightOfCaller(
  { caller }: Pick<PublicContext, 'caller'>,
  { organizationId, siteId }: OfSite,
  model: SiteModel,
): Promise<Pick<Sight, 'siteSpaceIds' | 'claims'> | undefined> {
  if (caller === undefined || !isVisitor(caller)) {
    const siteSpaceIds = siteSpacesForAnyone(model)
    return siteSpaceIds && { siteSpaceIds, claims: {} }
  }
  const isTheirs = caller.siteId === siteId && caller.organizationId === organizationId
  return isTheirs ? caller.look() : undefined
}

function isRecent({ timestamp }: SiteInsightsEvent, nowMs: number): boolean {
  return timestamp === undefined || Math.abs(Date.parse(timestamp) - nowMs) <= agoMsMax
}
