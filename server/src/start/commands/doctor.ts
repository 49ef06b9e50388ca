import { Client } from 'pg'

import { type Config, ConfigError, readConfig } from '#/platform/config/config.ts'
import { openMail } from '#/platform/mail/mail.ts'
import { createSigner } from '#/platform/secrets/signing.ts'
import { openStorage } from '#/platform/storage/storage.ts'

import { mailConfig, storageConfig } from '../services.ts'
import { command, print } from './command.ts'
import { type Check, type CheckResult, fail, ok, skip } from './doctor/check.ts'
import { configurationChecks } from './doctor/configuration-checks.ts'
import { databaseChecks } from './doctor/database-checks.ts'
import { engineChecks } from './doctor/engine-checks.ts'
import { jobChecks } from './doctor/job-checks.ts'
import { poolerCheck } from './doctor/pooler-check.ts'
import { rightsChecks } from './doctor/rights-checks.ts'
import { databaseRemedy, oneLine, reasonOf } from './failure.ts'

const connectTimeoutMs = 5_000
const statementTimeoutMs = 10_000

export const doctorCommand = command({
  about: [
    'Checks one thing after the other and prints a line for each: ok, warn, FAIL with what to',
    'do, or skip when something before it must be mended first. Exits with 1 when any FAILs.',
  ],
  options: { json: { description: 'Print one JSON object instead' } },
  async run({ json }) {
    const results: CheckResult[] = []
    await examine((result) => {
      results.push(result)
      if (!json) print(describe(result))
    })
    const isWell = results.every(({ status }) => status !== 'FAIL')
    if (json) print(JSON.stringify({ ok: isWell, checks: results }))
    return isWell ? 0 : 1
  },
})

type Report = (result: CheckResult) => void

async function examine(report: Report): Promise<void> {
  const config = examineConfiguration(report)
  if (config === undefined) return
  await runAll(configurationChecks(config), report)
  await examineDatabase(config, report)
  const engines = {
    storage: async () =>
      openStorage(storageConfig(config), createSigner(config.SECRET_KEYS)),
    mail: () => openMail(mailConfig(config)),
  }
  await runAll(engineChecks(config, engines), report)
}

function examineConfiguration(report: Report): Config | undefined {
  const name = 'configuration'
  try {
    const config = readConfig(process.env)
    report({ name, ...ok(`complete, for ${config.LECTERN_ENV}`) })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const line of error.message.split('\n')) {
      report({ name, ...fail(line, 'Set the variable and run this again') })
    }
    report({ name: 'everything else', ...skip('waits for the configuration') })
    return undefined
  }
}

async function examineDatabase(config: Config, report: Report): Promise<void> {
  const client = new Client({
    connectionString: config.DATABASE_URL,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    application_name: 'lectern doctor',
  })
  client.on('error', () => undefined)
  const checks = [
    ...databaseChecks(client, config.DATABASE_URL),
    poolerCheck(config.DATABASE_URL, config.DATABASE_PREPARE),
  ]
  const schemaChecks = [...rightsChecks(client), ...jobChecks(client, config)]
  const name = 'database'
  try {
    const startedMs = performance.now()
    await client.connect()
    const tookMs = Math.round(performance.now() - startedMs)
    report({ name, ...ok(`${placeOf(config.DATABASE_URL)} answered in ${tookMs} ms`) })
  } catch (error) {
    const detail = `${placeOf(config.DATABASE_URL)} cannot be reached (${reasonOf(error)})`
    const remedy = databaseRemedy(error) ?? 'Check DATABASE_URL and that PostgreSQL runs'
    report({ name, ...fail(detail, remedy) })
    skipAll([...checks, ...schemaChecks], 'waits for the database', report)
    return
  }
  try {
    if (await runAll(checks, report)) await runAll(schemaChecks, report)
    else skipAll(schemaChecks, 'waits for migrations', report)
  } finally {
    await client.end()
  }
}

function skipAll(checks: readonly Check[], why: string, report: Report): void {
  for (const { name } of checks) report({ name, ...skip(why) })
}

/** False when the schema is not there to be looked at. */
async function runAll(checks: readonly Check[], report: Report): Promise<boolean> {
  let isMigrated = true
  for (const { name, judge } of checks) {
    const result = await judge().catch((error: unknown) =>
      fail(
        `could not be checked (${reasonOf(error)})`,
        databaseRemedy(error) ?? 'Mend what failed before it, then run this again',
      ),
    )
    if (name === 'migrations' && result.status === 'FAIL') isMigrated = false
    report({ name, ...result })
  }
  return isMigrated
}

/** Says where without the password. */
function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`
}

function describe({ name, status, detail, remedy }: CheckResult): string {
  const line = `${status.padEnd(4)} ${name}: ${detail}`
  return oneLine(remedy === undefined ? line : `${line}. ${remedy}.`)
}
