import type {
  InsightsAggregation,
  InsightsInterval,
} from '@lectern/contract/site-insights-query.ts'

import { invalidRequest } from '#/platform/errors/api-error.ts'

import { daysKept, type Grain, startOf } from './facets.ts'

/** The time that a query is about, in whole hours or days. */
export interface InsightsSpan {
  readonly grain: Grain
  readonly from: string
  readonly to: string
  readonly days: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daysMax = 366
/** Ranges up to here are counted by the hour, if hours are still stored. */
const hoursOfShortRange = 48

const presetDays = {
  lastYear: 365,
  last3Months: 90,
  last30Days: 30,
  last7Days: 7,
  last24Hours: 1,
} as const

interface Asked {
  readonly nowMs: number
  readonly interval: InsightsInterval | undefined
}

export function spanOf(
  range: InsightsAggregation['range'],
  { nowMs, interval }: Asked,
): InsightsSpan {
  const [fromMs, toMs] =
    typeof range === 'string'
      ? [nowMs - presetDays[range] * dayMs, nowMs]
      : [Date.parse(range.from), Date.parse(range.to)]
  if (fromMs >= toMs) throw invalidRequest('`range.from` must be before `range.to`.')
  if (toMs - fromMs > daysMax * dayMs) {
    throw invalidRequest(`A range has at most ${daysMax} days.`)
  }
  const hasHours = fromMs >= nowMs - (daysKept.hour - 1) * dayMs
  if (interval === 'hour' && !hasHours) {
    throw invalidRequest(
      `Hours are stored for ${daysKept.hour - 1} days: begin the range later, or ask for days.`,
    )
  }
  const isShort = toMs - fromMs <= hoursOfShortRange * hourMs
  const grain =
    hasHours && (interval === 'hour' || (interval === undefined && isShort))
      ? 'hour'
      : 'day'
  const lengthMs = grain === 'hour' ? hourMs : dayMs
  const lastMs = startOf(grain, toMs - 1) + lengthMs
  return {
    grain,
    from: new Date(startOf(grain, fromMs)).toISOString(),
    to: new Date(lastMs).toISOString(),
    days: Math.ceil((lastMs - fromMs) / dayMs),
  }
}
