import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { readCatalogue } from '@lectern/server/start/commands/citus/catalogue.ts'
import { citusProblems } from '@lectern/server/start/commands/citus/citus-problems.ts'
import { layoutOf } from '@lectern/server/start/commands/citus/layout.ts'
import { migrate } from '@lectern/server/start/migrate.ts'
import { Client } from 'pg'

import { createScratchDatabase } from './scratch-database.ts'

const program = fileURLToPath(
  new URL('../server/src/start/lectern-server.ts', import.meta.url),
)

/** Proves from the catalogue of a fresh database that the schema fits a Citus cluster. */
const database = await createScratchDatabase('citus')
const client = new Client({ connectionString: database.url })
try {
  const environment = { LECTERN_ENV: 'development', DATABASE_URL: database.url }
  await migrate(readConfig(environment))
  await client.connect()
  const catalogue = await readCatalogue(client)
  const problems = citusProblems(catalogue)
  for (const { table, message } of problems) say(`table ${table}: ${message}`)
  const tables = catalogue.tables.filter((table) => layoutOf(table)?.kind !== 'local')
  const tenants = tables.filter((table) => layoutOf(table)?.kind === 'tenant').length
  const unplaced = problems.length === 0 ? await missingFromPlan(environment) : []
  for (const name of unplaced) say(`table ${name}: the plan does not place it once`)
  const count = problems.length + unplaced.length
  say(
    `${tables.length} tables: ${tenants} tenant, ${tables.length - tenants} global, ${count} problems`,
  )
  process.exitCode = count === 0 ? 0 : 1

  async function missingFromPlan(env: Record<string, string>): Promise<string[]> {
    const args = [program, 'db', 'distribute', '--print']
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...env },
    })
    const placed = [
      ...stdout.matchAll(/^select (?:create|citus_add)_\w+\('(\w+)'/gm),
    ].map(([, name]) => name)
    return tables
      .map(({ name }) => name)
      .filter((name) => placed.filter((found) => found === name).length !== 1)
  }
} finally {
  await client.end()
  await database.drop()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
