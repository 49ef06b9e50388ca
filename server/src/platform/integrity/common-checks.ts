import { type RawBuilder, sql } from 'kysely'

import type { Statement } from '#/platform/database/statement.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { CounterName } from '#/platform/tenancy/counters.ts'

import {
  type Compared,
  type OrganizationCheck,
  organizationCheck,
  problemsOf,
} from './integrity-check.ts'

/** A column with its table, as `team.members`. */
export type Column = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & string}`
}[keyof Tables]

/** How rows, `own` in SQL, find rows of another table in their organization, `partner` in SQL. */
interface Relation {
  /** The columns that name a row in a report, when it is not `id`. */
  readonly id?: readonly string[]
  /** Columns of the partner, each with the column of the row that has the same value. */
  readonly within?: Readonly<Record<string, string>>
  /** Limits the rows that are checked. */
  readonly where?: RawBuilder<unknown>
  /** What else holds for a partner. */
  readonly and?: RawBuilder<unknown>
}

/** Checks that a column names a row of another table that exists: the one with this `key`. */
export function partnerCheck(
  kind: string,
  column: Column,
  key: Column,
  { within, ...relation }: Relation = {},
): OrganizationCheck {
  const [own, partner] = [inSql('own', column), inSql('partner', key)]
  const joined = { ...within, [partner.name]: own.name }
  return organizationCheck(
    kind,
    (organizationId) => sql`
      select ${idOf(relation)} as id, ${own.ref} as expected, ${partner.ref} as found
      ${rowsWithPartners(organizationId, own.table, partner.table, { ...relation, within: joined })}`,
  )
}

/** Checks that a column has the number of rows of another table that belong to its row. */
export function countCheck(
  kind: string,
  column: Column,
  counted: Column,
  relation: Relation,
): OrganizationCheck {
  const [own, partner] = [inSql('own', column), inSql('partner', counted)]
  return organizationCheck(
    kind,
    (organizationId) => sql`
      select ${idOf(relation)} as id, count(${partner.ref})::text as expected,
        ${own.ref}::text as found
      ${rowsWithPartners(organizationId, own.table, partner.table, relation)}
      group by ${idOf(relation)}, ${own.ref}`,
  )
}

/** Checks that a counter of the organization has the number of rows of a table, or of some. */
export function counterCheck(
  name: CounterName,
  table: keyof Tables,
  where: RawBuilder<unknown> = sql`true`,
): OrganizationCheck {
  return organizationCheck(
    `counter-${name}`,
    (organizationId) => sql`
      select ${sql.lit(name)} as id, count(*)::text as expected, coalesce((
        select value from organization_counter
        where organization_id = ${organizationId} and name = ${sql.lit(name)}
      ), 0)::text as found
      from ${sql.table(table)} where organization_id = ${organizationId} and ${where}`,
  )
}

/** Checks what only the program can compute, row by row. */
export function rowCheck<Row>(
  kind: string,
  select: Statement<{ organizationId: string }, Row>,
  compare: (row: Row, organizationId: string) => Compared,
): OrganizationCheck {
  return {
    kind,
    async run(db, organizationId) {
      const rows = await db.many(select, { organizationId })
      const wrong = rows
        .map((row) => compare(row, organizationId))
        .filter(({ expected, found }) => expected !== found)
      return { rows: rows.length, problems: problemsOf(wrong, kind, organizationId) }
    },
  }
}

function inSql(alias: string, column: Column) {
  const [table = '', name = ''] = column.split('.')
  return { table, name, ref: sql.ref(`${alias}.${name}`) }
}

function idOf({ id = ['id'] }: Relation): RawBuilder<unknown> {
  return sql.join(
    id.map((name) => sql.ref(`own.${name}`)),
    sql` || '/' || `,
  )
}

function rowsWithPartners(
  organizationId: string,
  table: string,
  partner: string,
  { within = {}, where = sql`true`, and = sql`true` }: Relation,
): RawBuilder<unknown> {
  const same = Object.entries(within).map(
    ([theirs, own]) => sql`${sql.ref(`partner.${theirs}`)} = ${sql.ref(`own.${own}`)}`,
  )
  return sql`
    from ${sql.table(table)} as own
    left join ${sql.table(partner)} as partner
      on partner.organization_id = ${organizationId}
      and ${sql.join([...same, and], sql` and `)}
    where own.organization_id = ${organizationId} and ${where}`
}
