import { isDeepStrictEqual } from 'node:util'

import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

import { ApiError } from '#/platform/errors/api-error.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { redirectsMax, tooManyRedirects } from './redirect-errors.ts'
import type { RedirectRow } from './redirect-queries.ts'

/** A redirect of a request that may be stored; without a destination it is to be deleted. */
export interface CheckedRedirect {
  readonly source: string
  readonly sourceKey: string
  readonly destination: SiteRedirectDestination | null
}

export interface BulkChange {
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly row: RedirectRow
}

/** What becomes of one redirect of a request. */
export interface BulkStep {
  readonly outcome:
    | { readonly status: 'created' | 'updated'; readonly id: string }
    | { readonly status: 'deleted' }
    | ApiError
  /** At most one; none where everything is as wanted already. */
  readonly changes: readonly BulkChange[]
}

/** What becomes of each redirect when they are stored in turn, over those that are there. */
export function planBulk(
  checked: readonly (CheckedRedirect | ApiError)[],
  { present, count }: { present: readonly RedirectRow[]; count: number },
): BulkStep[] {
  const rules = new Map(present.map((row) => [row.source_key, row]))
  let size = count
  return checked.map((wanted) => {
    if (wanted instanceof ApiError) return { outcome: wanted, changes: [] }
    const before = rules.get(wanted.sourceKey)
    if (before === undefined && wanted.destination !== null && size >= redirectsMax) {
      return { outcome: tooManyRedirects(), changes: [] }
    }
    const step = stepOf(wanted, before)
    const [made] = step.changes
    if (made?.kind === 'created') size += 1
    if (made?.kind === 'deleted') size -= 1
    if (made?.kind === 'deleted') rules.delete(wanted.sourceKey)
    else if (made !== undefined) rules.set(wanted.sourceKey, made.row)
    return step
  })
}

function stepOf(
  { source, sourceKey, destination }: CheckedRedirect,
  before: RedirectRow | undefined,
): BulkStep {
  if (destination === null) {
    const changes =
      before === undefined ? [] : [{ kind: 'deleted', row: before } as const]
    return { outcome: { status: 'deleted' }, changes }
  }
  const id = before?.id ?? newId()
  const row = { id, source, source_key: sourceKey, destination }
  if (before === undefined) {
    return { outcome: { status: 'created', id }, changes: [{ kind: 'created', row }] }
  }
  const isSame =
    before.source === source && isDeepStrictEqual(before.destination, destination)
  return {
    outcome: { status: 'updated', id },
    changes: isSame ? [] : [{ kind: 'updated', row }],
  }
}
