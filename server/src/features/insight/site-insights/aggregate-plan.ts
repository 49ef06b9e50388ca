import {
  type InsightsAggregation,
  type InsightsAskedColumn,
  type InsightsColumn,
  insightsColumns,
  type InsightsFilter,
  type InsightsInterval,
} from '@lectern/contract/site-insights-query.ts'

import { invalidRequest } from '#/platform/errors/api-error.ts'

import { type Facet, type Grain, otherKey } from './facets.ts'
import { groupKeysMax } from './insight-queries.ts'
import { type InsightsSpan, spanOf } from './insight-range.ts'

export type Measure = 'eventsCount' | 'visitorsCount' | 'pageFeedbackRating'
export type GroupColumn = Exclude<InsightsColumn, Measure | 'datetime'>

/** The value that each column shows, and the facets that have it. */
const groupColumns: Readonly<
  Record<GroupColumn, { readonly key: string; readonly facets: readonly Facet[] }>
> = {
  eventType: { key: 'type', facets: ['site', 'page', 'agent', 'language', 'referrer'] },
  displayContext: { key: 'context', facets: ['site', 'page'] },
  url: { key: 'url', facets: ['page'] },
  siteSection: { key: 'section', facets: ['page'] },
  siteSpace: { key: 'siteSpace', facets: ['page', 'referrer'] },
  page: { key: 'page', facets: ['page', 'referrer'] },
  eventSearchQuery: { key: 'query', facets: ['page'] },
  eventSearchOutcome: { key: 'outcome', facets: ['page'] },
  eventPageFeedbackRating: { key: 'rating', facets: ['page'] },
  eventPageFeedbackComment: { key: 'comment', facets: ['page'] },
  visitorDevice: { key: 'device', facets: ['agent'] },
  visitorBrowser: { key: 'browser', facets: ['agent'] },
  visitorOS: { key: 'system', facets: ['agent'] },
  visitorLanguage: { key: 'language', facets: ['language'] },
  referrerDomain: { key: 'referrer', facets: ['referrer'] },
}

/** From the one with the fewest rows on. */
const asked: readonly Facet[] = ['site', 'agent', 'language', 'page', 'referrer']

export interface AggregatePlan {
  /** What is answered, in order. */
  readonly columns: readonly InsightsColumn[]
  readonly groups: readonly GroupColumn[]
  readonly interval: InsightsInterval | undefined
  readonly filters: readonly PlannedFilter[]
  readonly facet: Facet
  readonly grain: Grain
  readonly span: InsightsSpan
  readonly order: { readonly by: InsightsColumn; readonly isDescending: boolean }
  readonly limit: number
}

export interface PlannedFilter {
  readonly key: string
  readonly wanted: readonly string[]
  readonly negated: boolean
}

/** How a query is answered, or why it cannot be. */
export function planAggregate(query: InsightsAggregation, nowMs: number): AggregatePlan {
  const { where = [], limit = 1000 } = query
  const columns = columnsOf(query)
  const groups = columns.filter((column) => isGroup(column))
  if (groups.length > groupKeysMax) {
    throw invalidRequest(`At most ${groupKeysMax} columns can be grouped by.`)
  }
  const filters = where.map((filter) => plannedFilter(filter))
  const filtered = where
    .map(({ column }) => answered(column))
    .filter((one) => isGroup(one))
  const facet = facetFor([...groups, ...filtered], columns.includes('pageFeedbackRating'))
  const interval = intervalOf(query)
  const span = spanOf(query.range, { nowMs, interval })
  if (columns.includes('visitorsCount')) requireFewSketches(facet, span)
  return {
    columns,
    groups,
    interval: columns.includes('datetime') ? (interval ?? span.grain) : undefined,
    filters,
    facet,
    grain: span.grain,
    span,
    order: orderOf(query, columns),
    limit,
  }
}

/** What is answered: what is grouped by, and what is selected besides. */
function columnsOf({ select = [], groupBy = [] }: InsightsAggregation): InsightsColumn[] {
  const grouped = groupBy.map(({ column }) => answered(column))
  if (grouped.some((column) => isMeasure(column))) {
    throw invalidRequest('Counts cannot be grouped by: put them in `select`.')
  }
  const selected = select.map(({ column }) => answered(column))
  const counted = selected.length === 0 ? (['eventsCount'] as const) : selected
  return [...new Set([...grouped, ...counted])]
}

function requireFewSketches(facet: Facet, { days }: InsightsSpan): void {
  if (facet === 'site' || days <= visitorDaysMax) return
  throw invalidRequest(
    `\`visitorsCount\` with other columns than eventType, displayContext and datetime takes a range of at most ${visitorDaysMax} days.`,
  )
}

/** The longest range in which the sketches of many rows are read. */
const visitorDaysMax = 100

function answered(column: InsightsAskedColumn): InsightsColumn {
  const found = insightsColumns.find((known) => known === column)
  if (found !== undefined) return found
  throw invalidRequest(
    `The column \`${column}\` is not counted here. Ask for some of ${insightsColumns.join(', ')}.`,
  )
}

function isMeasure(column: InsightsColumn): column is Measure {
  return (
    column === 'eventsCount' ||
    column === 'visitorsCount' ||
    column === 'pageFeedbackRating'
  )
}

function isGroup(column: InsightsColumn): column is GroupColumn {
  return column !== 'datetime' && !isMeasure(column)
}

function facetFor(needed: readonly GroupColumn[], hasRatings: boolean): Facet {
  const found = asked.find(
    (facet) =>
      (!hasRatings || facet === 'page') &&
      needed.every((column) => groupColumns[column].facets.includes(facet)),
  )
  if (found !== undefined) return found
  throw invalidRequest(
    'These columns are not counted together. Columns of one of these groups are, with eventType and datetime: displayContext, url, siteSection, siteSpace, page, eventSearchQuery, eventSearchOutcome, eventPageFeedbackRating, eventPageFeedbackComment and pageFeedbackRating; referrerDomain, siteSpace and page; visitorDevice, visitorBrowser and visitorOS; visitorLanguage.',
  )
}

function plannedFilter({
  column,
  operator = 'in',
  values,
}: InsightsFilter): PlannedFilter {
  const name = answered(column)
  if (!isGroup(name)) {
    throw invalidRequest(
      `\`where\` takes no \`${column}\`: give times as \`range\`, and compare counts in the answer.`,
    )
  }
  if (operator !== 'in' && operator !== 'notIn') {
    throw invalidRequest(`\`${column}\` is compared with \`in\` or \`notIn\` only.`)
  }
  const wanted = values.map((value) => {
    if (value === null) return ''
    if (typeof value !== 'object') return String(value)
    return value.page === null ? '' : `${value.space}:${value.page}`
  })
  const { key } = groupColumns[name]
  return { key, wanted, negated: operator === 'notIn' }
}

function intervalOf({
  select = [],
  groupBy = [],
}: InsightsAggregation): InsightsInterval | undefined {
  const times = [...groupBy, ...select].filter(({ column }) => column === 'datetime')
  const given = [...new Set(times.flatMap(({ interval }) => interval ?? []))]
  if (given.length > 1) {
    throw invalidRequest('`datetime` can have one `interval` in a query.')
  }
  return given[0]
}

function orderOf(
  { order }: InsightsAggregation,
  columns: readonly InsightsColumn[],
): AggregatePlan['order'] {
  if (order === undefined) {
    const by = columns.includes('datetime')
      ? 'datetime'
      : columns.find((column) => isMeasure(column))
    return { by: by ?? 'eventsCount', isDescending: by !== 'datetime' }
  }
  const by = answered(order.by.column)
  if (!columns.includes(by)) {
    throw invalidRequest('`order.by` must be a column of `select` or `groupBy`.')
  }
  return { by, isDescending: order.direction === 'desc' }
}

/** The values of all groups, and whether a row counts what found no row of its own. */
export function keysOf({ groups }: Pick<AggregatePlan, 'groups'>): (string | null)[] {
  const keys = groups.map((column) => groupColumns[column].key)
  return Array.from({ length: groupKeysMax + 1 }, (_, at) =>
    at === groupKeysMax ? otherKey : (keys[at] ?? null),
  )
}
