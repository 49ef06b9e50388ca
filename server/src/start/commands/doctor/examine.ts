import { Client } from 'pg'

import { type Config, ConfigError, readConfig } from '#/platform/config/config.ts'
import { openMail } from '#/platform/mail/mail.ts'
import { createSigner } from '#/platform/secrets/signing.ts'
import { openStorage } from '#/platform/storage/storage.ts'

import { mailConfig, storageConfig } from '../../services.ts'
import { databaseRemedy, reasonOf } from '../failure.ts'
import { apiCheck } from './api-check.ts'
import { type Check, type CheckResult, fail, ok, skip } from './check.ts'
import { clusterChecks } from './cluster-checks.ts'
import { configurationChecks } from './configuration-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { engineChecks } from './engine-checks.ts'
import { jobChecks } from './job-checks.ts'
import { nodeChecks } from './node-checks.ts'
import { poolerCheck } from './pooler-check.ts'
import { providerCheck } from './provider-check.ts'
import { publishingChecks } from './publishing-checks.ts'
import { rightsChecks } from './rights-checks.ts'
import { workerReadsCheck } from './worker-reads-check.ts'

const connectTimeoutMs = 5_000
const statementTimeoutMs = 10_000

type Report = (result: CheckResult) => void

/** Runs one group of checks after the other, as far as earlier results allow. */
export async function examine(
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<void> {
  const config = examineConfiguration(environment, report)
  if (config === undefined) return
  await runAll(configurationChecks(config), report)
  await examineDatabase(config, report)
  const engines = {
    storage: async () =>
      openStorage(storageConfig(config), createSigner(config.SECRET_KEYS)),
    mail: () => openMail(mailConfig(config)),
  }
  await runAll(engineChecks(config, engines), report)
  await runAll([apiCheck(config), ...publishingChecks(config)], report)
}

function examineConfiguration(
  environment: NodeJS.ProcessEnv,
  report: Report,
): Config | undefined {
  const name = 'configuration'
  try {
    const config = readConfig(environment)
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
    ...nodeChecks(client),
    poolerCheck(config.DATABASE_URL, config.DATABASE_PREPARE),
  ]
  const schemaChecks = [
    ...clusterChecks(client),
    workerReadsCheck(client, config),
    ...rightsChecks(client),
    ...jobChecks(client, config),
    providerCheck(client),
  ]
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

/** Runs checks; false when the schema is not migrated, so that no check can read it. */
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

/** The location of the database without the password. */
function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`
}
