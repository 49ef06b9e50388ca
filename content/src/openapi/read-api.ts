import { bounds } from './bounds.ts'
import { listOperations, type LeftOut } from './list-operations.ts'
import type { ApiPart, ApiPlan } from './model.ts'
import { planPages, plannedPart, type PlannedPart } from './plan-pages.ts'
import { readInfo } from './read-info.ts'
import { readOperation } from './read-operation.ts'
import { openReader } from './reader.ts'
import { nameSchemas, readShared } from './shared-schemas.ts'

export interface ApiReading {
  readonly plan: ApiPlan
  readonly parts: readonly ApiPart[]
  /** The operations and webhooks among the parts. */
  readonly operations: number
  /** Operations that are not shown, because nothing could name them or there are too many. */
  readonly leftOut: readonly LeftOut[]
}

export interface ReadApiOptions {
  /** The address of the document, from which relative ones lead. */
  readonly sourceUrl?: string
}

/**
 * Reads an OpenAPI document of any version from 2.0 to 3.2, given as one JSON document, into what is
 * shown of it. Takes anything, never throws; everything in the result has a bound.
 */
export function readApi(document: unknown, options: ReadApiOptions = {}): ApiReading {
  const parts: ApiPart[] = []
  const read = readParts(document, options, (part) => {
    parts.push(part)
  })
  return { ...read, parts }
}

/** Does the same part by part, for who need not have all of them in memory. */
export function readParts(
  document: unknown,
  { sourceUrl }: ReadApiOptions,
  take: (part: ApiPart) => void,
): Omit<ApiReading, 'parts'> {
  const reader = openReader(document, sourceUrl)
  const schemas = nameSchemas(reader)
  const { found, leftOut } = listOperations(reader)
  const units = unitsOf(found.length + schemas.length)
  const planned: PlannedPart[] = []
  const add = (part: ApiPart) => {
    planned.push(plannedPart(part))
    take(part)
  }
  for (const operation of found) add(readOperation(reader, operation, units))
  for (const schema of schemas) add(readShared(reader, schema, units))
  const plan = planPages(reader, readInfo(reader), planned)
  return { plan, operations: found.length, leftOut }
}

/** The units of each part: in steps, so that one operation more does not change all others. */
function unitsOf(parts: number): number {
  return bounds.unitsOfParts.find(([most]) => parts <= most)?.[1] ?? 0
}
