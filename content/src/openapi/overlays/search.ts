import type { JSONPathQuery } from 'json-p3'

import type { JsonRecord } from './json-value.ts'

/** A place in a document: a value with what holds it. */
export interface PathNode {
  readonly value: unknown
  readonly parent?: JsonRecord | unknown[]
  readonly key: string | number
  /** 1 for the document itself. */
  readonly depth: number
}

/** What a search works with: the whole document, and the steps that are left. */
export interface Search {
  readonly root: PathNode
  readonly select: Select
  stepsLeft: number
}

/** The places that a query names, seen from one of them; each value that is looked at is a step. */
export type Select = (
  search: Search,
  query: JSONPathQuery,
  from: PathNode,
) => Iterable<PathNode>

/** Thrown where a search has looked at as many values as it may. */
export class StepsSpent extends Error {}

export function spend(search: Search): void {
  if (--search.stepsLeft < 0) throw new StepsSpent()
}
