import path from 'node:path'

import {
  dropDatabase,
  layOut,
  onServers,
  sealDatabase,
  serversOf,
} from '../server/test/database/test-cluster.ts'
import { readCatalogue } from '../server/test/guards/database-catalogue.ts'
import type { ClusterCatalogue } from '../server/test/guards/query-scope.ts'
import { createCluster } from './postgres-cluster.ts'
import { createScratchDatabase } from './scratch-database.ts'

/** Data of tests need not survive a power cut. */
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
const clusterSettings = { ...forgetful, shared_buffers: '256MB', max_wal_size: '4GB' }

export interface TestServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** The server that `TEST_DATABASE_URL` names, or a private one that need not persist anything. */
export async function openTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, close: async () => undefined }
  const cluster = await createCluster(clusterSettings)
  return { url: cluster.url, close: cluster.remove }
}

export interface TestTemplate {
  readonly catalogue: ClusterCatalogue
  /** The environment for processes whose databases are copies of the template. */
  readonly environment: Readonly<Record<string, string>>
  readonly drop: () => Promise<void>
}

/** Creates a migrated database, which costs far less to copy than to make; on every server of a cluster. */
export async function createTestTemplate({ url }: TestServer): Promise<TestTemplate> {
  const madeOn = new Date().toISOString().slice(0, 10)
  const servers = await serversOf(url)
  const [, ...workers] = servers
  const template = await createScratchDatabase('template', url)
  const name = path.basename(new URL(template.url).pathname)
  await onServers(workers, `create database ${name}`)
  await layOut(servers, name)
  const catalogue = await readCatalogue(template.url)
  await sealDatabase(servers, name)
  return {
    catalogue,
    environment: {
      TEST_DATABASE_URL: url,
      LECTERN_TEST_TEMPLATE: name,
      LECTERN_TEST_TEMPLATE_DAY: madeOn,
      ...(workers.length > 0 && { LECTERN_TEST_SERVERS: servers.join(' ') }),
    },
    drop: async () => dropDatabase(servers, name),
  }
}
