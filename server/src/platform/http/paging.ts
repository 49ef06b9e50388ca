import { limitDefault, limitMax, type Page } from '@lectern/contract/common.ts'

import type { Signer } from '#/platform/secrets/signing.ts'

import { isVisitor, type Reader } from './caller.ts'
import { type CursorKey, decodeCursor, encodeCursor, type ListScope } from './cursor.ts'

interface ListRequest {
  readonly params: object
  readonly query: { page?: string; limit?: number }
}

/** One page of a list as requested by the caller. */
export interface PageRequest {
  /** The key of the last row of the previous page; undefined for the first page. */
  readonly after: CursorKey | undefined
  /** One column of the key as text; undefined on the first page. */
  readonly afterText: (column: number) => string | undefined
  /**
   * How many rows to read: at least one more than asked, so that the last page is known to be the
   * last. One of a few sizes, so that it can stand in the statement itself: with a parameter in its
   * place the planner could not know how few rows are wanted, and would plan every call anew.
   */
  readonly rowsMax: number
  readonly finish: <Row, Item>(
    rows: readonly Row[],
    options: Finish<Row, Item>,
  ) => Page<Item>
}

interface Finish<Row, Item> {
  readonly count: number
  readonly countIsLowerBound?: boolean
  /** Whether a search ended before everything had been looked at. */
  readonly isPartial?: boolean
  readonly keyOf: (row: Row) => CursorKey
  readonly view: (row: Row) => Item
}

interface ListContext {
  readonly signer: Signer
  readonly operationId: string
  readonly caller: Reader
}

export function readPage(
  { signer, operationId, caller }: ListContext,
  { params, query }: ListRequest,
): PageRequest {
  const { page, limit = limitDefault, ...filters } = query
  const scope: ListScope = {
    reader: isVisitor(caller)
      ? `site ${caller.siteId}`
      : `${caller.userId} ${caller.organizationId ?? ''}`,
    operation: operationId,
    params,
    filters,
  }
  const after = page === undefined ? undefined : decodeCursor(signer, scope, page)

  return {
    after,
    afterText: (column) => {
      const value = after?.[column]
      return value === undefined || value === null ? undefined : String(value)
    },
    rowsMax: limit === 0 ? 0 : rowsMaxFor(limit),
    finish(rows, { count, countIsLowerBound, isPartial, keyOf, view }) {
      const shown = rows.length > limit ? rows.slice(0, limit) : rows
      const last = shown.at(-1)
      return {
        items: shown.map(view),
        count,
        ...(countIsLowerBound === true && { countIsLowerBound }),
        ...(isPartial === true && { partial: true }),
        ...(rows.length > limit &&
          last !== undefined && {
            next: { page: encodeCursor(signer, scope, keyOf(last)) },
          }),
      }
    },
  }
}

const pageSizes = [10, 20, 50, 100, 250, 500, limitMax]

function rowsMaxFor(limit: number): number {
  return (pageSizes.find((size) => size >= limit) ?? limitMax) + 1
}
