import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'
import { migrate } from '#/start/migrate.ts'

const serverUrl =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

let made = 0

/** A migrated database of its own for one test file, copied from the run's template when there is one. */
export async function createTestDatabase(): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  made += 1
  const name = `lectern_test_${process.pid}_${made}`
  const template = templateOfToday()
  await onServer(
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
  )
  const url = databaseUrl(name)
  if (template === undefined) await migrateTestDatabase(url)
  return {
    url,
    drop: async () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** Its partitions are those of the day on which it was made: a run past midnight goes on without it. */
function templateOfToday(): string | undefined {
  const madeOn = process.env['LECTERN_TEST_TEMPLATE_DAY']
  const today = new Date().toISOString().slice(0, 10)
  const isOfToday = madeOn === undefined || madeOn === today
  return isOfToday ? process.env['LECTERN_TEST_TEMPLATE'] : undefined
}

async function migrateTestDatabase(url: string): Promise<void> {
  await migrate(readConfig({ LECTERN_ENV: 'development', DATABASE_URL: url }))
}

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
