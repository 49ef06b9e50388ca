import { type RawBuilder, sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'

/** A stored row that breaks a rule. */
export interface Problem {
  /** Undefined for rows that belong to no organization. */
  readonly organizationId: string | undefined
  readonly kind: string
  readonly id: string
  readonly expected: string
  readonly found: string
}

export interface Findings {
  readonly rows: number
  readonly problems: readonly Problem[]
}

/** A check of the rows of one organization, with statements that are bound to it. */
export interface OrganizationCheck {
  readonly kind: string
  /** Whether the check runs several statements; other checks then need not wait for it. */
  readonly isLong?: true
  readonly run: (db: Queryable, organizationId: string) => Promise<Findings>
}

/** A check of global tables, part by part. */
export interface GlobalCheck {
  readonly kind: string
  readonly run: (db: GlobalReader, scope: GlobalScope) => AsyncIterable<Findings>
}

export interface GlobalScope {
  /** Limits the check to this organization, if set. */
  readonly organizationId: string | undefined
}

/** A reader with a separate snapshot per call, so that a long walk holds back no vacuum. */
export interface GlobalReader {
  readonly read: <T>(run: (db: Queryable) => Promise<T>) => Promise<T>
}

/** A compared row: fine when both sides are the same, nulls included. */
export interface Compared {
  readonly id: string
  readonly expected: string | null
  readonly found: string | null
}

export interface Counted {
  readonly rows: number
  readonly wrong: number
}

const problemsMax = 1_000
const absent = 'nothing'

/**
 * A check in which `compare` selects `id`, `expected` and `found`, as text, for every row. The rows
 * are counted first, which stores none; only differing rows are then selected. `count` optionally
 * selects the number of `rows` and of `wrong` ones in a cheaper way.
 */
export function organizationCheck(
  kind: string,
  compare: (organizationId: string) => RawBuilder<unknown>,
  count: (organizationId: string) => RawBuilder<Counted> = (organizationId) =>
    counting(compare(organizationId)),
): OrganizationCheck {
  const counted = statement<{ organizationId: string }, Counted>(`fsck.${kind}`, (p) =>
    count(p.organizationId),
  )
  const differing = statement<{ organizationId: string }, Compared>(
    `fsck.${kind}.differing`,
    (p) => differences(compare(p.organizationId)),
  )
  return {
    kind,
    async run(db, organizationId) {
      const of = { organizationId }
      const size = await db.first(counted, of)
      const isFine = size === undefined || size.wrong === 0
      const compared = isFine ? [] : await db.many(differing, of)
      return {
        rows: size?.rows ?? 0,
        problems: problemsOf(compared, kind, organizationId),
      }
    },
  }
}

/** A check that compares reference tables, which every node of a cluster holds whole. */
export function referenceCheck(kind: string, compare: RawBuilder<unknown>): GlobalCheck {
  const counted = statement<object, Counted>(`fsck.${kind}`, () => counting(compare))
  const differing = statement<object, Compared>(`fsck.${kind}.differing`, () =>
    differences(compare),
  )
  return {
    kind,
    async *run(db, { organizationId }) {
      if (organizationId !== undefined) return
      yield await db.read(async (tx) => {
        const size = await tx.first(counted, {})
        const compared = size?.wrong === 0 ? [] : await tx.many(differing, {})
        return { rows: size?.rows ?? 0, problems: problemsOf(compared, kind, undefined) }
      })
    },
  }
}

function counting(compare: RawBuilder<unknown>): RawBuilder<Counted> {
  return sql`
    select count(*) as rows,
      count(*) filter (where expected is distinct from found) as wrong
    from (${compare}) as compared`
}

function differences(compare: RawBuilder<unknown>): RawBuilder<Compared> {
  return sql`
    select id, expected, found from (${compare}) as compared
    where expected is distinct from found
    limit ${sql.lit(problemsMax)}`
}

export function problemsOf(
  compared: readonly Compared[],
  kind: string,
  organizationId: string | undefined,
): Problem[] {
  return compared.map(({ id, expected, found }) =>
    problem({ organizationId, kind, id, expected, found }),
  )
}

interface Difference {
  readonly organizationId: string | undefined
  readonly kind: string
  readonly id: string
  readonly expected: string | null
  readonly found: string | null
}

export function problem({ expected, found, ...difference }: Difference): Problem {
  return { ...difference, expected: expected ?? absent, found: found ?? absent }
}
