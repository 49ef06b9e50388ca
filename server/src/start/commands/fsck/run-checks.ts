import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import { lasting } from '#/platform/integrity/global-walk.ts'
import type {
  Findings,
  GlobalCheck,
  GlobalReader,
  OrganizationCheck,
  Problem,
} from '#/platform/integrity/integrity-check.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

/** The number of organizations that are checked in parallel. */
export const lanes = 4
const statementTimeoutMs = 10 * 60_000

export interface Checks {
  readonly ofOrganization: readonly OrganizationCheck[]
  readonly global: readonly GlobalCheck[]
}

interface Scope {
  readonly organizationId: string | undefined
  readonly report: (problem: Problem) => void
}

export interface Totals {
  readonly organizations: number
  readonly rows: number
  readonly problems: number
}

const useSnapshot = statement(
  'fsck.snapshot',
  () => sql`set transaction isolation level repeatable read, read only`,
)
/** The settings of checks: statements on a whole organization must not look rows up one by one. */
const settings = {
  statement_timeout: String(statementTimeoutMs),
  work_mem: '64MB',
  enable_nestloop: 'off',
  jit: 'off',
}
const useSettings = statement('fsck.settings', () => {
  const set = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`,
  )
  return sql`select ${sql.join(set)}`
})

export async function runChecks(
  db: Database,
  checks: Checks,
  { organizationId, report }: Scope,
): Promise<Totals> {
  const totals = { organizations: 0, rows: 0, problems: 0 }
  const add = ({ rows, problems }: Findings) => {
    totals.rows += rows
    totals.problems += problems.length
    for (const problem of problems) report(problem)
  }
  const reader: GlobalReader = { read: async (run) => inSnapshot(db, run) }
  for (const check of checks.global) {
    for await (const found of check.run(reader, { organizationId })) add(found)
  }
  const organizations =
    organizationId === undefined ? walkOrganizations(db) : values([organizationId])
  const lane = async () => {
    for await (const id of shared(organizations)) {
      totals.organizations += 1
      add(await checkOrganization(db, checks.ofOrganization, id))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return totals
}

async function checkOrganization(
  db: Database,
  checks: readonly OrganizationCheck[],
  organizationId: string,
): Promise<Findings> {
  const look = async () => {
    const found = await Promise.all(
      sideBySide(checks).map(async (some) =>
        inSnapshot(db, async (tx) =>
          Promise.all(some.map(async ({ run }) => run(tx, organizationId))),
        ),
      ),
    )
    return {
      rows: found.flat().reduce((sum, { rows }) => sum + rows, 0),
      problems: found.flat().flatMap(({ problems }) => problems),
    }
  }
  const { rows, problems } = await look()
  return { rows, problems: await lasting(problems, async () => (await look()).problems) }
}

/** The checks in groups, one for each connection; no check depends on another. */
function sideBySide(checks: readonly OrganizationCheck[]): OrganizationCheck[][] {
  const short = checks.filter(({ isLong }) => isLong !== true)
  return [
    ...checks.filter(({ isLong }) => isLong === true).map((check) => [check]),
    short.filter((_, index) => index % 2 === 0),
    short.filter((_, index) => index % 2 === 1),
  ].filter((some) => some.length > 0)
}

/** Runs reads in one snapshot, so that a write in between makes no difference. */
async function inSnapshot<T>(
  db: Database,
  run: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const prepared = [tx.run(useSnapshot, {}), tx.first(useSettings, {})]
    const [result] = await Promise.all([run(tx), ...prepared])
    return result
  })
}

async function* values(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids
}

/** The values for several loops over one iterator: each value goes to one of them. */
function shared(ids: AsyncGenerator<string>): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => ({ next: async () => ids.next() }) }
}
