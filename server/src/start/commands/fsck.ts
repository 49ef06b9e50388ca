import { readConfig } from '#/platform/config/config.ts'
import { openDatabase } from '#/platform/database/database.ts'
import type { Problem } from '#/platform/integrity/integrity-check.ts'
import { createSealer } from '#/platform/secrets/sealed-secret.ts'

import { command, print } from './command.ts'
import { lanes, runChecks } from './fsck/run-checks.ts'
import { requireMigrated } from './pending.ts'

export const fsckCommand = command({
  about: [
    'Reads everything and changes nothing; servers can go on meanwhile. Each problem is a line',
    'that names the organization, the kind, the id, what is expected and what was found.',
    'The last line sums up: a row counts once for each check that looked at it, and of one kind',
    'at most 1000 problems per organization are shown. Exits with 1 when there are problems.',
  ],
  options: {
    json: { description: 'Print each line as a JSON object' },
    organization: { description: 'Check this organization only', value: 'ID' },
  },
  async run({ json, organization }) {
    const config = readConfig(process.env)
    await requireMigrated(config)
    const db = openDatabase({
      url: config.DATABASE_URL,
      poolSize: lanes,
      readers: 1,
      prepare: config.DATABASE_PREPARE,
      applicationName: 'lectern fsck',
    })
    const { globalChecksWith, organizationChecksWith } =
      await import('./fsck/all-checks.ts')
    const sealer = createSealer(config.SECRET_KEYS)
    const checks = {
      ofOrganization: organizationChecksWith(sealer),
      global: globalChecksWith(sealer),
    }
    const startedMs = performance.now()
    try {
      const totals = await runChecks(db, checks, {
        organizationId: organization,
        report: (problem) => print(json ? JSON.stringify(problem) : describe(problem)),
      })
      const seconds = (performance.now() - startedMs) / 1000
      const summary = {
        ...totals,
        seconds,
        rowsPerSecond: Math.round(totals.rows / seconds),
      }
      print(json ? JSON.stringify({ summary }) : summarize(summary))
      return totals.problems === 0 ? 0 : 1
    } finally {
      await db.close()
    }
  },
})

function describe({ organizationId = '-', kind, id, expected, found }: Problem): string {
  const quoted = [
    `expected ${JSON.stringify(expected)}`,
    `found ${JSON.stringify(found)}`,
  ]
  return `organization ${organizationId} ${kind} ${JSON.stringify(id)}: ${quoted.join(', ')}`
}

interface Summary {
  readonly organizations: number
  readonly rows: number
  readonly problems: number
  readonly seconds: number
  readonly rowsPerSecond: number
}

function summarize(summary: Summary): string {
  const { organizations, rows, problems, seconds, rowsPerSecond } = summary
  return `${rows} rows of ${organizations} organizations checked in ${seconds.toFixed(1)} s (${rowsPerSecond} rows/s): ${problems} problems`
}
