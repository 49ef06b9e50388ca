import { Type, type Static } from 'typebox'

import {
  enumeration,
  identifier,
  named,
  nullable,
  record,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const maybeId = nullable(identifier)

const session = named(
  'SiteInsightsEventSession',
  Type.Object({
    visitorId: text(256),
    sessionId: text(256),
    cookies: record(text(4096), { maxProperties: 100 }),
    ip: Type.Optional(text(64)),
    userAgent: text(1024),
    language: nullable(text(64)),
    referrer: nullable(text(2048)),
    visitorAuthToken: Type.Optional(nullable(text(8192))),
    visitorAuthClaims: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: 100 }),
    ),
  }),
)

export const insightsDisplayContext = named(
  'SiteInsightsDisplayContext',
  enumeration(['site', 'embed']),
)

const location = named(
  'SiteInsightsEventLocation',
  Type.Object({
    url: uri,
    displayContext: Type.Optional(insightsDisplayContext),
    siteSection: maybeId,
    siteSpace: maybeId,
    siteShareKey: nullable(text(256)),
    space: maybeId,
    revision: maybeId,
    page: maybeId,
  }),
)

export const insightsRating = enumeration(['bad', 'ok', 'good'])

export const insightsEventType = named(
  'SiteInsightsEventType',
  enumeration([
    'page_view',
    'search_open',
    'search_type_query',
    'search_open_result',
    'page_post_feedback',
    'page_post_feedback_comment',
    'ask_question',
    'ask_view',
    'ask_rate_response',
    'link_click',
    'api_client_open',
    'api_client_request',
    'trademark_click',
    'ad_click',
    'ad_display',
  ]),
)
export type InsightsEventType = Static<typeof insightsEventType>

export const siteInsightsEvent = named(
  'SiteInsightsEvent',
  Type.Object({
    type: insightsEventType,
    session,
    location,
    timestamp: Type.Optional(timestamp),
    feedback: Type.Optional(
      Type.Object({
        rating: insightsRating,
        comment: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
      }),
    ),
    query: Type.Optional(text(512)),
    found: Type.Optional(
      Type.Boolean({ description: 'Whether the search found something.' }),
    ),
  }),
)
export type SiteInsightsEvent = Static<typeof siteInsightsEvent>

export const insightsEventsMax = 100

export const siteInsightsOperations = defineOperations({
  trackEventsInSiteById: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/events',
    tag: 'site-insights',
    caller: 'anyone',
    visitor: true,
    reach: 'public',
    limitedBy: 'site',
    summary: 'Report what readers of a site do',
    description:
      'Takes what readers did in the last minutes and counts it; feedback becomes an event of the organization besides, and what programs do that say so is left out. A `page_view` without a page is one of an address where there is none. A content token of the site speaks for its readers; without one, only sites that anyone can read take events, and any other is answered as if it did not exist.',
    params: inSite,
    body: Type.Object({
      events: Type.Array(siteInsightsEvent, { maxItems: insightsEventsMax }),
    }),
    status: 204,
    errors: [400, 403, 404],
  },
})
