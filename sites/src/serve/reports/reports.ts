import { createHmac } from 'node:crypto'

import type { SiteInsightsEvent } from '@lectern/contract/site-insights.ts'

import type { Metrics } from '#/serve/metrics.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import type { Api } from '#/serve/reads/api.ts'
import type { Scope } from '#/serve/reads/scope.ts'
import type { Visit } from '#/serve/routes/visit.ts'

/** What a reader did, besides who they are and where it was. */
export interface Report extends Pick<
  SiteInsightsEvent,
  'type' | 'query' | 'found' | 'feedback'
> {
  readonly url: string
  readonly page: string | null
  /** The origin that led here. */
  readonly referrer?: string
}

export interface Reports {
  /** Adds a report, unless the reader or the site wants none. Never fails, and never waits. */
  readonly add: (visit: Visit, reading: PreparedReading, report: Report) => void
  /** Sends what is there. */
  readonly flush: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface ReportsOptions {
  readonly api: Api
  readonly metrics: Metrics
  readonly isOn: boolean
  readonly secret: string
  readonly everyMs?: number
}

type Reader = Pick<Scope, 'organizationId' | 'siteId' | 'token'>

interface Batch {
  readonly scope: Reader
  readonly events: SiteInsightsEvent[]
  /** Where the last search of each reader is, who may still be typing. */
  readonly searches: Map<string, number>
}

const everyMsDefault = 3000
const eventsPerCallMax = 100
/** The most that wait to be sent; a flood is left out, not kept. */
const waitingMax = 10_000
const referrerCharactersMax = 300

/** Collects what readers do, and tells the api some seconds later, many at a time. */
export function openReports({
  api,
  metrics,
  isOn,
  secret,
  everyMs = everyMsDefault,
}: ReportsOptions): Reports {
  let batches = new Map<string, Batch>()
  let waiting = 0

  function batchFor({ organizationId, siteId, token }: Scope): Batch {
    const key = `${siteId} ${token}`
    const known = batches.get(key)
    if (known !== undefined) return known
    const made = {
      scope: { organizationId, siteId, token },
      events: [],
      searches: new Map(),
    }
    batches.set(key, made)
    return made
  }

  async function flush(): Promise<void> {
    const taken = [...batches.values()]
    batches = new Map()
    waiting = 0
    for (const { scope, events } of taken) {
      for (let at = 0; at < events.length; at += eventsPerCallMax) {
        await send(scope, events.slice(at, at + eventsPerCallMax))
      }
    }
  }

  async function send(
    { organizationId, siteId, token }: Reader,
    events: SiteInsightsEvent[],
  ): Promise<void> {
    try {
      // Reports have a breaker of their own: pages are read whether or not these arrive.
      const about = { siteId: 'reports', token }
      const params = { organizationId, siteId }
      await api.read('trackEventsInSiteById', about, { params, body: { events } })
    } catch {
      metrics.count('apiFailures', 'reports')
    }
  }

  let sending: Promise<void> = Promise.resolve()
  const next = async () => (sending = sending.then(flush))
  const timer = setInterval(() => void next(), everyMs)
  timer.unref()

  return {
    add(visit, reading, report) {
      const { scope } = reading.site
      if (!isOn || !visit.isCountable || scope.isPreview || waiting >= waitingMax) return
      const { events, searches } = batchFor(scope)
      const reader = markOf(secret, visit, scope.siteId)
      const isToldApart = reading.customization.insights.trackingCookie
      const event = eventOf(visit, reading, report, isToldApart ? reader : '')
      const last = searches.get(reader)
      const at =
        last !== undefined && isTypedOn(events[last], event) ? last : events.length
      if (at === events.length) waiting += 1
      events[at] = event
      if (event.type === typing) searches.set(reader, at)
    },
    flush: next,
    async stop() {
      clearInterval(timer)
      await next()
    },
  }
}

function eventOf(
  { userAgent = '', acceptLanguage }: Visit,
  { place, revision }: PreparedReading,
  { url, page, referrer = '', ...done }: Report,
  // oxlint-disable-next-line max-params -- who, where, what, and the mark of who
  visitorId: string,
): SiteInsightsEvent {
  return {
    ...done,
    timestamp: new Date().toISOString(),
    session: {
      visitorId,
      sessionId: '',
      cookies: {},
      userAgent: userAgent.slice(0, 1024),
      language: acceptLanguage?.slice(0, 64) ?? null,
      referrer: referrer === '' ? null : referrer.slice(0, referrerCharactersMax),
    },
    location: {
      url: url.slice(0, 2048),
      siteSection: place.section?.id ?? null,
      siteSpace: place.siteSpace.id,
      siteShareKey: null,
      space: place.siteSpace.space.id,
      revision: revision.id,
      page,
    },
  }
}

/**
 * A mark that tells readers of a site apart for one day, made of what every request says anyway.
 * Nothing is stored with the reader, and tomorrow the same reader has another mark.
 */
function markOf(
  secret: string,
  { address, userAgent = '' }: Visit,
  siteId: string,
): string {
  const day = new Date().toISOString().slice(0, 10)
  return createHmac('sha256', secret)
    .update(JSON.stringify(['visitor', day, siteId, address, userAgent]))
    .digest('base64url')
    .slice(0, 22)
}

const typing = 'search_type_query'

/** Whether a search is an earlier one with more or less of it typed. */
function isTypedOn(
  earlier: SiteInsightsEvent | undefined,
  { type, query }: SiteInsightsEvent,
) {
  return (
    type === typing &&
    earlier?.query !== undefined &&
    query !== undefined &&
    (query.startsWith(earlier.query) || earlier.query.startsWith(query))
  )
}
