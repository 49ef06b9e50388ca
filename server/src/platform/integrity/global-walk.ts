import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import type { Findings, GlobalCheck, Problem } from './integrity-check.ts'

const pageSize = 20_000
const secondLookMs = 200

interface Walk<Row extends object> {
  readonly kind: string
  readonly table: string
  /** The primary key, by which the walk is ordered. */
  readonly key: readonly (keyof Row & string)[]
  readonly columns: readonly (keyof Row & string)[]
  /** Returns the problems of these rows, which all belong to one organization. */
  readonly verify: (
    db: Queryable,
    organizationId: string,
    rows: readonly Row[],
  ) => Promise<readonly Problem[]>
}

/**
 * Walks a global table whose rows name an organization and compares them, one organization after
 * the other, with the tenant tables they mirror.
 */
export function globalWalk<Row extends { readonly organization_id: string | null }>(
  walk: Walk<Row>,
): GlobalCheck {
  const selectPage = pageStatement(walk)

  async function* run(
    db: Parameters<GlobalCheck['run']>[0],
    { organizationId: only }: Parameters<GlobalCheck['run']>[1],
  ): AsyncGenerator<Findings> {
    let after: readonly string[] | undefined
    for (;;) {
      const cursor = after
      const look = async () =>
        db.read(async (tx) => {
          const rows = await tx.many(
            selectPage({ only: only !== undefined, after: cursor !== undefined }),
            { only, after0: cursor?.[0], after1: cursor?.[1], rowsMax: pageSize },
          )
          return { rows, problems: await verifyAll(tx, walk, rows) }
        })
      const { rows, problems } = await look()
      yield {
        rows: rows.length,
        problems: await lasting(problems, async () => (await look()).problems),
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < pageSize) return
      after = walk.key.map((column) => String(last[column]))
    }
  }
  return { kind: walk.kind, run }
}

interface PageParams {
  readonly only: string | undefined
  readonly after0: string | undefined
  readonly after1: string | undefined
  readonly rowsMax: number
}

function pageStatement<Row extends object>({ kind, table, key, columns }: Walk<Row>) {
  return statementByShape<Readonly<{ only: boolean; after: boolean }>, PageParams, Row>(
    `fsck.${kind}.page`,
    (shape, p) => {
      const cursor = sql.join([p.after0, p.after1].slice(0, key.length))
      const conditions = [
        sql`organization_id is not null`,
        ...(shape.only ? [sql`organization_id = ${p.only}`] : []),
        ...(shape.after ? [sql`(${list(key)}) > (${cursor})`] : []),
      ]
      return sql<Row>`
      select ${list(columns)} from ${sql.table(table)}
      where ${sql.join(conditions, sql` and `)}
      order by ${list(key)} limit ${p.rowsMax}`
    },
  )
}

function list(names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(name)))
}

async function verifyAll<Row extends { readonly organization_id: string | null }>(
  db: Queryable,
  { verify }: Walk<Row>,
  rows: readonly Row[],
): Promise<Problem[]> {
  const verified = [...Map.groupBy(rows, (row) => row.organization_id)].map(
    async ([organizationId, ofOne]) =>
      organizationId === null ? [] : verify(db, organizationId, ofOne),
  )
  return (await Promise.all(verified)).flat()
}

/** The problems that two looks both found: a change under way during the first is no problem. */
export async function lasting(
  problems: readonly Problem[],
  lookAgain: () => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  if (problems.length === 0) return problems
  await sleep(secondLookMs)
  const seen = new Set(problems.map(identity))
  return (await lookAgain()).filter((again) => seen.has(identity(again)))
}

function identity({ organizationId, kind, id }: Problem): string {
  return JSON.stringify([organizationId, kind, id])
}
