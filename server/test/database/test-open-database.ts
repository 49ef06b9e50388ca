import { createTestDatabase } from '#test/test-database.ts'
import { sql } from 'kysely'

import {
  type Database,
  type DatabaseConfig,
  openDatabase,
} from '#/platform/database/database.ts'
import { statement } from '#/platform/database/statement.ts'

export interface TestDatabase {
  readonly db: Database
  readonly url: string
  readonly open: (changes?: Partial<DatabaseConfig>) => Database
  readonly close: () => Promise<void>
}

/** A migrated database of its own, opened as a process opens it. */
export async function openTestDatabase(
  changes: Partial<DatabaseConfig> = {},
): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase()
  const opened: Database[] = []
  const open = (more: Partial<DatabaseConfig> = {}) => {
    const db = openDatabase({
      url,
      poolSize: 4,
      readers: 3,
      prepare: true,
      applicationName: 'lectern test',
      ...changes,
      ...more,
    })
    opened.push(db)
    return db
  }
  return {
    db: open(),
    url,
    open,
    async close() {
      await Promise.allSettled(opened.map(async (db) => db.close()))
      await drop()
    },
  }
}

export const selectBackend = statement<object, { pid: number }>(
  'test.backend',
  () => sql`select pg_backend_pid() as pid`,
)

export const selectAfter = statement<
  { value: string; seconds: number },
  { value: string }
>('test.after', (p) => sql`select ${p.value}::text as value from pg_sleep(${p.seconds})`)
