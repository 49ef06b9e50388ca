import type { Place, PlaceSpace } from './places.ts'

/** What `fsck` must say after a change: these rows, and no others. */
export interface Planned {
  readonly change: readonly string[]
  readonly reported: readonly (readonly [kind: string, id: string])[]
}

/** One way to damage what a check looks at, for many rows of a place. */
export interface Template {
  readonly kind: string
  readonly plans: (place: Place) => readonly Planned[]
}

export function damage(kind: string, id: string, ...change: string[]): Planned {
  return { change, reported: [[kind, id]] }
}

export const of = ({ organization }: Place) => `organization_id = '${organization}'`

/** One plan for each of the rows. */
export function each<Row>(
  kind: string,
  rows: (place: Place) => readonly Row[],
  plan: (row: Row, place: Place) => Planned,
): Template {
  return { kind, plans: (place) => rows(place).map((row) => plan(row, place)) }
}

/** The rows of one space, in statements on its content. */
export const inSpace = ({ organization }: Place, { id }: PlaceSpace) =>
  `organization_id = '${organization}' and space_id = '${id}'`

export const ofSite = (place: Place, site: string) =>
  `${of(place)} and site_id = '${site}'`
