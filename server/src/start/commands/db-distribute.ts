import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'

import { type Catalogue, readCatalogue } from './citus/catalogue.ts'
import { citusProblems } from './citus/citus-problems.ts'
import { distributePlan } from './citus/distribute-plan.ts'
import { command, print, Refusal, UsageError } from './command.ts'
import { requireMigrated } from './pending.ts'

export const dbDistributeCommand = command({
  about: [
    'Reads from the comments of the tables how each is laid out on a Citus cluster and moves',
    'those that are not laid out yet: tenant tables by organization, reference tables to every',
    'node, global tables by their own column. Run it once when the cluster is made, with the',
    'servers stopped, and after each upgrade that adds tables. Needs Citus 11 or newer.',
  ],
  options: {
    print: { description: 'Print the statements and change nothing' },
    apply: { description: 'Run them, all or none' },
  },
  async run({ print: isPrint, apply }) {
    if (isPrint === apply) throw new UsageError('One of --print and --apply is needed')
    const config = readConfig(process.env)
    await requireMigrated(config)
    const client = new Client({
      connectionString: config.DATABASE_URL,
      application_name: 'lectern distribute',
    })
    await client.connect()
    try {
      const catalogue = await readCatalogue(client)
      requireLawful(catalogue)
      const plan = distributePlan(catalogue)
      if (isPrint) for (const text of plan) print(`${text};`)
      else await applyPlan(client, catalogue, plan)
      return 0
    } finally {
      await client.end()
    }
  },
})

function requireLawful(catalogue: Catalogue): void {
  const problems = citusProblems(catalogue)
  if (problems.length === 0) return
  const list = problems
    .map(({ table, message }) => `table ${table}: ${message}`)
    .join('; ')
  throw new Refusal(
    `The schema cannot be laid out: ${list}. If you changed it, change it back; otherwise report this.`,
  )
}

async function applyPlan(
  client: Client,
  { hasCitus }: Catalogue,
  plan: readonly string[],
): Promise<void> {
  if (!hasCitus) {
    throw new Refusal(
      'The database has no citus extension. Install Citus on every server of the cluster, run "create extension citus" in this database, add the workers with citus_add_node, then run this again. A single PostgreSQL needs none of it.',
    )
  }
  for (const text of plan) {
    print(`${text};`)
    await client.query(text)
  }
  print(plan.length === 0 ? 'every table is laid out' : 'laid out')
}
