import type {
  InsightsColumn,
  InsightsPage,
  InsightsValues,
} from '@lectern/contract/site-insights-query.ts'

import type { AggregatePlan, GroupColumn } from './aggregate-plan.ts'
import type { GroupRow } from './insight-queries.ts'
import { addSketch, readSketch, visitorsIn } from './visitor-sketch.ts'

/** What is shown where a row counts what found no row of its own. */
const otherText = '(other)'

interface Group {
  readonly shown: ReadonlyMap<InsightsColumn, unknown>
  readonly ratings: { ok: number; good: number; bad: number }
  /** The sketch of each day: visitors are told apart within one. */
  readonly days: Map<string, Map<number, number>>
  events: number
}

/** The answer, column by column. */
export function viewAggregate(
  plan: AggregatePlan,
  rows: readonly GroupRow[],
): InsightsValues[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const shown = shownIn(plan, row)
    const key = JSON.stringify([...shown.values()])
    const group = groups.get(key) ?? newGroup(shown)
    groups.set(key, group)
    addRow(group, row)
  }
  // Without columns to group by there is one row, also where nothing was counted.
  const isTotal = plan.groups.length === 0 && plan.interval === undefined
  if (isTotal && groups.size === 0) groups.set('', newGroup(new Map()))
  const sorted = inOrder([...groups.values()], plan).slice(0, plan.limit)
  return plan.columns.map((column) => {
    const values = sorted.map((group) => valueOf(group, column))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column makes its own values, and replies are written by their schema
    return { column, values } as InsightsValues
  })
}

function newGroup(shown: Group['shown']): Group {
  return { shown, ratings: { ok: 0, good: 0, bad: 0 }, days: new Map(), events: 0 }
}

function addRow(group: Group, { events, ok, good, bad, day, visitors }: GroupRow): void {
  group.events += events
  group.ratings.ok += ok
  group.ratings.good += good
  group.ratings.bad += bad
  if (visitors === null) return
  const sketch = group.days.get(day ?? '') ?? new Map<number, number>()
  group.days.set(day ?? '', sketch)
  for (const text of visitors) addSketch(sketch, readSketch(text))
}

function shownIn({ groups, interval }: AggregatePlan, row: GroupRow): Group['shown'] {
  const shown = new Map<InsightsColumn, unknown>()
  if (interval !== undefined && row.bucket !== null) {
    shown.set('datetime', new Date(row.bucket).toISOString())
  }
  const isOther = row.group.at(-1) === '1'
  for (const [at, column] of groups.entries()) {
    shown.set(column, shownAs(column, row.group[at] ?? '', isOther))
  }
  return shown
}

/** What columns show that cannot be just any text. */
const emptyAs: Partial<Record<GroupColumn, string | null>> = {
  displayContext: 'site',
  visitorDevice: 'unknown',
  visitorBrowser: 'unknown',
  visitorOS: 'unknown',
  siteSection: null,
  siteSpace: null,
  visitorLanguage: null,
}

/** Columns with fixed values, which have none for what found no row of its own. */
const fixed = new Set<GroupColumn>([
  'eventType',
  'displayContext',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'eventPageFeedbackRating',
  'eventSearchOutcome',
])

function shownAs(column: GroupColumn, value: string, isOther: boolean): unknown {
  if (column === 'page') return pageIn(value, isOther)
  if (isOther && !fixed.has(column)) return otherText
  const empty = emptyAs[column]
  return value === '' && empty !== undefined ? empty : value
}

function pageIn(value: string, isOther: boolean): InsightsPage | null {
  if (isOther) return { page: null, space: otherText }
  const colon = value.indexOf(':')
  if (colon === -1) return null
  return { page: value.slice(colon + 1), space: value.slice(0, colon) }
}

function valueOf(group: Group, column: InsightsColumn): unknown {
  if (column === 'eventsCount') return group.events
  if (column === 'visitorsCount') return visitorsOf(group)
  if (column === 'pageFeedbackRating') return group.ratings
  return group.shown.get(column)
}

function visitorsOf({ days }: Pick<Group, 'days'>): number {
  return [...days.values()].reduce((sum, sketch) => sum + visitorsIn(sketch), 0)
}

function inOrder(groups: readonly Group[], { order }: AggregatePlan): Group[] {
  const sign = order.isDescending ? -1 : 1
  const keyed = groups.map((group) => ({
    group,
    by: sortable(valueOf(group, order.by)),
    tie: JSON.stringify([...group.shown.values()]),
  }))
  return keyed
    .toSorted(
      (one, other) =>
        sign * compared(one.by, other.by) ||
        other.group.events - one.group.events ||
        compared(one.tie, other.tie),
    )
    .map(({ group }) => group)
}

function sortable(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}

function compared(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other)
}
