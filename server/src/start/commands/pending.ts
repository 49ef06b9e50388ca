import { Client } from 'pg'

import type { Config } from '#/platform/config/config.ts'
import { migrationFiles } from '#/platform/database/migrate.ts'

import { Refusal } from './command.ts'

export interface MigrationState {
  /** Migrations of this release that the database lacks. */
  readonly missing: readonly string[]
  /** Migrations in the database that this release does not know: a newer release migrated it. */
  readonly unknown: readonly string[]
}

export async function migrationState(databaseUrl: string): Promise<MigrationState> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    application_name: 'lectern command',
  })
  // A connection lost later fails the next statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const applied = new Set(await appliedMigrations(client))
    const known = new Set(await migrationFiles())
    return {
      missing: [...known.difference(applied)],
      unknown: [...applied.difference(known)],
    }
  } finally {
    await client.end()
  }
}

async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('schema_migration')::text as name`,
  )
  if (typeof tables[0]?.name !== 'string') return []
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration',
  )
  return rows.map(({ name }) => name)
}

export async function requireMigrated(config: Config): Promise<void> {
  const { missing } = await migrationState(config.DATABASE_URL)
  if (missing.length === 0) return
  throw new Refusal(
    `The database lacks ${missing.join(', ')}. Run "lectern-server migrate" first.`,
  )
}
