import type { Client, ClientConfig, PoolClient } from 'pg'

import { textTypes } from './postgres-types.ts'
import { prepareSession } from './session.ts'

export const readTimeoutMs = 5_000

/** How a process connects to the database. */
export function clientOf(url: string, applicationName: string): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: textTypes,
  }
}

/** How it connects to another server of the same cluster: with the same user and TLS. */
export function at(
  client: ClientConfig,
  { host, port }: { readonly host: string; readonly port: number },
): ClientConfig {
  const url = new URL(client.connectionString ?? '')
  // These would win over the name of the server.
  for (const name of ['host', 'hostaddr', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return { ...client, connectionString: url.href }
}

/** A shard has a plan of its own, on the node that has it. */
export async function toReadShards(reader: Client | PoolClient): Promise<void> {
  await prepareSession(reader, readTimeoutMs)
  await planOnce(reader)
}

/**
 * Reads are look-ups whose plan does not depend on the values: planning each call anew costs more
 * than running it. Through a coordinator it does: the organization decides which node to ask.
 */
export async function planOnce(reader: Client | PoolClient): Promise<void> {
  await reader.query('set plan_cache_mode = force_generic_plan')
}
