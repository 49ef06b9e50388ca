import {
  boundLocks,
  dropDatabase,
  layOut,
  migrateDatabase,
  onServers,
  urlOfDatabase,
} from './database/test-cluster.ts'

const serverUrl =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** The coordinator of a cluster and its workers, when the run is on one. */
const servers = process.env['LECTERN_TEST_SERVERS']?.split(' ') ?? [serverUrl]

/** Why a test of reads on a cluster is not run; false where there is one. */
export const clusterMissing = servers.length > 1 ? false : 'there is no cluster'

/** The view that shows who waits for a lock, whichever node has it. */
export const activity = servers.length > 1 ? 'citus_stat_activity' : 'pg_stat_activity'

let made = 0

interface CreatedDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** A migrated database of its own for one test file, copied from the run's template when there is one. */
export async function createTestDatabase(): Promise<CreatedDatabase> {
  return createOn(servers, usableTemplate())
}

/** The same on one PostgreSQL, as it is before it is laid out on a cluster. */
export async function createUnlaidDatabase(): Promise<CreatedDatabase> {
  return servers.length === 1 ? createTestDatabase() : createOn([serverUrl], undefined)
}

async function createOn(
  nodes: readonly string[],
  template: string | undefined,
): Promise<CreatedDatabase> {
  made += 1
  const name = `lectern_test_${process.pid}_${made}`
  await onServers(
    nodes,
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
  )
  if (template === undefined) await layOut(nodes, name)
  else if (!isTemplateOfToday()) await migrateDatabase(databaseUrl(name))
  await boundLocks(nodes, name)
  return { url: databaseUrl(name), drop: async () => dropDatabase(nodes, name) }
}

/**
 * Its partitions are those of the day on which it was made: a run past midnight goes on without it.
 * On a cluster a new one costs far more than the partitions that it lacks.
 */
function usableTemplate(): string | undefined {
  const isUsable = isTemplateOfToday() || servers.length > 1
  return isUsable ? process.env['LECTERN_TEST_TEMPLATE'] : undefined
}

function isTemplateOfToday(): boolean {
  const madeOn = process.env['LECTERN_TEST_TEMPLATE_DAY']
  const today = new Date().toISOString().slice(0, 10)
  return madeOn === undefined || madeOn === today
}

export function databaseUrl(name: string): string {
  return urlOfDatabase(serverUrl, name)
}

export async function onServer(statement: string): Promise<void> {
  await onServers([serverUrl], statement)
}
