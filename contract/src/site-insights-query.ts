import { Type, type Static } from 'typebox'

import { enumeration, exactlyOne, list, named, nullable, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'
import {
  insightsDisplayContext,
  insightsEventType,
  insightsRating,
} from './site-insights.ts'

export const insightsBrowsers = [
  'chrome',
  'firefox',
  'safari',
  'edge',
  'ie',
  'opera',
  'unknown',
] as const
export type InsightsBrowser = (typeof insightsBrowsers)[number]

export const insightsDevices = ['desktop', 'tablet', 'mobile', 'unknown'] as const
export type InsightsDevice = (typeof insightsDevices)[number]

export const insightsSystems = [
  'windows',
  'macos',
  'linux',
  'android',
  'ios',
  'unknown',
] as const
export type InsightsSystem = (typeof insightsSystems)[number]

/** The columns that are answered. */
export const insightsColumns = [
  'datetime',
  'url',
  'eventType',
  'eventsCount',
  'visitorsCount',
  'siteSection',
  'siteSpace',
  'displayContext',
  'page',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorLanguage',
  'eventSearchQuery',
  'eventSearchOutcome',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'pageFeedbackRating',
  'referrerDomain',
] as const
export type InsightsColumn = (typeof insightsColumns)[number]

/** Columns that callers may know from elsewhere: asked for, they are refused by their name. */
const unansweredColumns = [
  'sessionsCount',
  'siteShareKey',
  'visitorGeoCountry',
  'visitorGeoPoint',
  'visitorBot',
  'eventLinkTargetValue',
  'eventLinkTargetKind',
  'eventLinkTargetDomain',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventAskResponseRating',
  'askResponseRating',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'visitorClaimProperty',
  'visitorClaim',
  'eventAdDomain',
  'eventAdPlacement',
  'eventTrademarkPlacement',
] as const

const columnName = enumeration([...insightsColumns, ...unansweredColumns])
export type InsightsAskedColumn = Static<typeof columnName>

export const insightsIntervals = ['hour', 'day', 'week', 'month'] as const
export type InsightsInterval = (typeof insightsIntervals)[number]

const column = named(
  'SiteInsightsQueryEventsColumn',
  Type.Object({
    column: columnName,
    interval: Type.Optional(
      enumeration(insightsIntervals, { description: 'Only of `datetime`.' }),
    ),
    precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 15 })),
    claim: Type.Optional(Type.String({ maxLength: 256 })),
  }),
)

const pageValue = Type.Object({
  page: nullable(Type.String({ maxLength: 128 })),
  space: Type.String({ maxLength: 128 }),
})
export type InsightsPage = Static<typeof pageValue>

export const insightsValuesMax = 100

const filter = named(
  'SiteInsightsQueryEventsFilter',
  Type.Object({
    column: columnName,
    claim: Type.Optional(Type.String({ maxLength: 256 })),
    operator: Type.Optional(
      enumeration(
        [
          'in',
          'notIn',
          'greaterThan',
          'greaterThanOrEqual',
          'lessThan',
          'lessThanOrEqual',
        ],
        { default: 'in' },
      ),
    ),
    values: Type.Unsafe<(string | number | null | InsightsPage)[]>({
      type: 'array',
      maxItems: insightsValuesMax,
      items: {
        anyOf: [
          { type: 'string', maxLength: 2048 },
          { type: 'number' },
          { type: 'null' },
          pageValue,
        ],
      },
    }),
  }),
)
export type InsightsFilter = Static<typeof filter>

export const insightsRangePresets = [
  'lastYear',
  'last3Months',
  'last30Days',
  'last7Days',
  'last24Hours',
] as const

const range = named(
  'SiteInsightsQueryRange',
  exactlyOne(
    enumeration(insightsRangePresets),
    Type.Object({ from: timestamp, to: timestamp }),
  ),
)

const aggregation = named(
  'SiteInsightsQueryEventsAggregation',
  Type.Object({
    select: Type.Optional(Type.Array(column, { maxItems: 10 })),
    where: Type.Optional(Type.Array(filter, { maxItems: 10 })),
    groupBy: Type.Optional(Type.Array(column, { maxItems: 10 })),
    order: Type.Optional(
      Type.Object({ by: column, direction: enumeration(['asc', 'desc']) }),
    ),
    range,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  }),
)
export type InsightsAggregation = Static<typeof aggregation>

const text = Type.String()
const maybeText = nullable(Type.String())
const count = Type.Number()

function valuesOf<
  const Name extends InsightsColumn,
  S extends Parameters<typeof Type.Array>[0],
>(name: Name, value: S) {
  return Type.Object({ column: enumeration([name]), values: Type.Array(value) })
}

const values = named(
  'SiteInsightsQueryEventsValues',
  exactlyOne(
    valuesOf('datetime', timestamp),
    valuesOf('url', text),
    valuesOf('eventType', insightsEventType),
    valuesOf('eventsCount', count),
    valuesOf('visitorsCount', count),
    valuesOf('siteSection', maybeText),
    valuesOf('siteSpace', maybeText),
    valuesOf('displayContext', insightsDisplayContext),
    valuesOf(
      'page',
      nullable(Type.Object({ page: nullable(Type.String()), space: Type.String() })),
    ),
    valuesOf('visitorDevice', enumeration(insightsDevices)),
    valuesOf('visitorBrowser', enumeration(insightsBrowsers)),
    valuesOf('visitorOS', enumeration(insightsSystems)),
    valuesOf('visitorLanguage', maybeText),
    valuesOf('eventSearchQuery', text),
    valuesOf('eventSearchOutcome', enumeration(['some', 'none', ''])),
    valuesOf(
      'eventPageFeedbackRating',
      Type.Unsafe<string>({ ...insightsRating, enum: ['bad', 'ok', 'good', ''] }),
    ),
    valuesOf('eventPageFeedbackComment', text),
    valuesOf('pageFeedbackRating', Type.Object({ ok: count, good: count, bad: count })),
    valuesOf('referrerDomain', text),
  ),
)
export type InsightsValues = Static<typeof values>

const segment = named(
  'SiteInsightsVisitorSegment',
  Type.Object({
    title: Type.String({ description: 'The claims in words.' }),
    claims: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The claims that these visitors have in common.',
    }),
    events: count,
    visitors: Type.Number({ description: 'About how many, each counted once a day.' }),
    sessions: Type.Number({
      description: 'The same as `visitors`: a visit is a visitor on a day.',
    }),
  }),
)

const common = {
  tag: 'site-insights',
  caller: 'user',
  reach: 'organization',
  isRead: true,
  params: inSite,
  status: 200,
} as const

export const siteInsightsQueryOperations = defineOperations({
  aggregateSiteEvents: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    summary: 'Count what readers of a site did',
    description: `Answers the columns of \`groupBy\` and \`select\`, row by row, in a range of at most 366 days. Answered are ${insightsColumns.map((name) => `\`${name}\``).join(', ')}; other columns are refused. Open to those who may edit.`,
    body: aggregation,
    reply: named(
      'SiteInsightsQueryEventsAggregationResult',
      Type.Object({ columns: Type.Array(values) }),
    ),
    errors: [400, 403, 404],
  },
  listSiteVisitorSegments: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
    summary: 'List the kinds of visitors of a site',
    description:
      'Visitors of the last 30 days by the claims that the adaptive schema of the site names with a fixed set of values: booleans and listed texts. Other claims are not kept. Open to those who may edit.',
    reply: list('SiteInsightsVisitorSegments', segment),
    errors: [403, 404],
  },
})
