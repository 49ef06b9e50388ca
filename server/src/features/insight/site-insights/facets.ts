import type { OfSite } from '#/features/writing/publications/public.ts'

/**
 * The ways in which events are counted. Each event is counted once in every facet, in the row of its
 * values there: together, all values of an event would make nearly as many rows as events.
 */
export const facets = [
  'site',
  'page',
  'agent',
  'language',
  'referrer',
  'segment',
] as const
export type Facet = (typeof facets)[number]

export const grains = ['hour', 'day'] as const
export type Grain = (typeof grains)[number]

/** The values by which rows of a facet differ; an absent one is empty. */
export type Dimensions = Readonly<Record<string, string>>

/** What has room of its own: a facet, or what readers write or make up among the rows about pages. */
export type Room = Facet | 'words'

/** The most rows of a room for a site and a day; whatever comes after them is in one row each type. */
const rowsPerDayMax: Readonly<Record<Room, number>> = {
  site: 50,
  page: 500,
  words: 200,
  agent: 100,
  language: 50,
  referrer: 300,
  segment: 50,
}

/** The most rows of a facet for a site and an hour, as a share of those for a day. */
const hourShare = 0.4

/** The part of each room that is for whoever reports without a token: anybody makes up values. */
const strangersShare = 0.1

/** The rows of a room up to which an event may have one made for it. */
export function rowsMax(room: Room, grain: Grain, byToken: boolean): number {
  const perDay = rowsPerDayMax[room] * (byToken ? 1 : strangersShare)
  return Math.floor(grain === 'day' ? perDay : perDay * hourShare)
}

export function roomOf(facet: Facet, { page, query, comment }: Dimensions): Room {
  if (facet !== 'page') return facet
  return page === undefined || query !== undefined || comment !== undefined
    ? 'words'
    : 'page'
}

/** The days for which counts are stored. */
export const daysKept: Readonly<Record<Grain, number>> = { hour: 8, day: 400 }

/** The mark of a row that counts what found no row of its own. */
export const otherKey = 'other'

/** The row for events like these that find no row of their own. */
export function otherOf({ type = '', context }: Dimensions): Dimensions {
  return { type, ...(context !== undefined && { context }), [otherKey]: '1' }
}

const hourMs = 3_600_000

export function startOf(grain: Grain, atMs: number): number {
  const lengthMs = grain === 'hour' ? hourMs : 24 * hourMs
  return atMs - (atMs % lengthMs)
}

/** What a process has counted for a row since it last wrote. */
export interface Count {
  readonly facet: Facet
  readonly hourMs: number
  readonly dimensions: Dimensions
  readonly visitors: Map<number, number>
  events: number
  /** Whether somebody with a token reported it too. */
  byToken: boolean
}

export interface CountsOfSite extends OfSite {
  readonly counts: ReadonlyMap<string, Count>
}

/** JSON in which equal dimensions have equal texts. */
export function textOf(dimensions: Dimensions): string {
  return JSON.stringify(
    Object.entries(dimensions).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
