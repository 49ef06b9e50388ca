import type { Resource } from './attribute-places.ts'
import { invalidValue } from './scim-errors.ts'

export const countMax = 200
const countDefault = 100
const indexMax = 1_000_000_000

export interface ListPage {
  /** The number of the first resource to answer, from 1. */
  readonly startIndex: number
  readonly count: number
}

export function readListPage(query: Readonly<Record<string, unknown>>): ListPage {
  const startIndex = numberIn(query, 'startIndex') ?? 1
  const count = numberIn(query, 'count') ?? countDefault
  return {
    startIndex: Math.min(Math.max(startIndex, 1), indexMax),
    count: Math.min(Math.max(count, 0), countMax),
  }
}

function numberIn(
  query: Readonly<Record<string, unknown>>,
  name: string,
): number | undefined {
  const given = query[name]
  if (given === undefined || given === '') return undefined
  if (typeof given !== 'string' || !/^-?\d{1,15}$/.test(given)) {
    throw invalidValue(`"${name}" must be a whole number.`)
  }
  return Number(given)
}

export function viewList(
  resources: readonly Resource[],
  { total, startIndex }: { readonly total: number; readonly startIndex: number },
): Resource {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** Those of a list that belong on a page. */
export function pageOf<T>(all: readonly T[], { startIndex, count }: ListPage): T[] {
  return all.slice(startIndex - 1, startIndex - 1 + count)
}
