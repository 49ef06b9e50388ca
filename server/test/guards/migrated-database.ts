import { migrateSchema } from '#/platform/database/migrate.ts'

import {
  createScratchDatabase,
  developmentServerUrl,
  type ScratchDatabase,
} from '../../../tools/scratch-database.ts'

export async function createEmptyDatabase(purpose: string): Promise<ScratchDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? developmentServerUrl()
  return createScratchDatabase(purpose, serverUrl)
}

/** The bare schema: no job engine, no partitions by day, no rows. */
export async function createMigratedDatabase(purpose: string): Promise<ScratchDatabase> {
  const database = await createEmptyDatabase(purpose)
  try {
    await migrateSchema(database.url)
  } catch (error) {
    await database.drop()
    throw error
  }
  return database
}
