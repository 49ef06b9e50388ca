import { type RawBuilder, sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'

/** Stored data that is not as it must be. */
export interface Problem {
  /** Undefined for what belongs to no organization. */
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

/** Looks at the rows of one organization, with statements that are bound to it. */
export interface OrganizationCheck {
  readonly kind: string
  readonly run: (db: Queryable, organizationId: string) => Promise<Findings>
}

/** Looks at global tables, part by part. */
export interface GlobalCheck {
  readonly kind: string
  readonly run: (db: GlobalReader, scope: GlobalScope) => AsyncIterable<Findings>
}

export interface GlobalScope {
  /** Only what concerns this organization, when one was asked for. */
  readonly organizationId: string | undefined
}

/** Each call reads in a moment of its own, so that a long walk holds back no vacuum. */
export interface GlobalReader {
  readonly read: <T>(run: (db: Queryable) => Promise<T>) => Promise<T>
}

/** A compared row: fine when both sides are the same, nulls included. */
interface Compared {
  readonly id: string
  readonly expected: string | null
  readonly found: string | null
}

type ComparedRow = { readonly rows: number } & (
  | Compared
  | { readonly id: null; readonly expected: null; readonly found: null }
)

const problemsMax = 1_000
const absent = 'nothing'

/**
 * `compare` selects `id`, `expected` and `found`, as text, for every row it looks at; the server does
 * the comparing and sends back only what differs, with the number of rows.
 */
export function organizationCheck(
  kind: string,
  compare: (organizationId: string) => RawBuilder<unknown>,
): OrganizationCheck {
  const differing = statement<{ organizationId: string }, ComparedRow>(
    `fsck.${kind}`,
    (p) => comparison(compare(p.organizationId)),
  )
  return {
    kind,
    run: async (db, organizationId) =>
      findings(await db.many(differing, { organizationId }), kind, organizationId),
  }
}

/** One statement over reference tables, which every node of a cluster holds whole. */
export function referenceCheck(kind: string, compare: RawBuilder<unknown>): GlobalCheck {
  const differing = statement<object, ComparedRow>(`fsck.${kind}`, () =>
    comparison(compare),
  )
  return {
    kind,
    async *run(db, { organizationId }) {
      if (organizationId !== undefined) return
      yield findings(await db.read(async (tx) => tx.many(differing, {})), kind, undefined)
    },
  }
}

function comparison(compare: RawBuilder<unknown>): RawBuilder<ComparedRow> {
  return sql`
    with compared as materialized (${compare})
    select size.rows, wrong.id, wrong.expected, wrong.found
    from (select count(*) as rows from compared) as size
    left join (
      select id, expected, found from compared
      where expected is distinct from found
      limit ${sql.lit(problemsMax)}
    ) as wrong on true`
}

function findings(
  compared: readonly ComparedRow[],
  kind: string,
  organizationId: string | undefined,
): Findings {
  const problems = compared.flatMap(({ id, expected, found }): Problem[] =>
    id === null ? [] : [problem({ organizationId, kind, id, expected, found })],
  )
  return { rows: compared[0]?.rows ?? 0, problems }
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
