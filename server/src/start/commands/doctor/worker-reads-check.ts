import type { Client, ClientConfig } from 'pg'

import type { Config } from '#/platform/config/config.ts'
import { at, clientOf, toReadShards } from '#/platform/database/connecting.ts'
import { openReading } from '#/platform/database/reading.ts'
import {
  anchor,
  selectShards,
  selectStillHere,
  type Shard,
  type ShardMap,
  type ShardRow,
  toShardMap,
} from '#/platform/database/shards/shard-map.ts'
import { isLeftToCoordinator } from '#/platform/database/shards/shard-reading.ts'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, skip, type Verdict, warn } from './check.ts'
import {
  askWorkers,
  countOf,
  reachRemedy,
  readCluster,
  whyNotLaidOut,
} from './cluster.ts'

interface Unread {
  readonly node: string
  readonly reason: string
  /** Reads there too, through the coordinator. */
  readonly question: string
  /** Whether a process asks the coordinator instead; otherwise the read fails. */
  readonly isMended: boolean
}

/** Reads from every server that has organizations, in the way the processes do. */
export function workerReadsCheck(client: Client, config: Config): Check {
  return { name: 'cluster reads', judge: async () => judge(client, config) }
}

async function judge(
  client: Client,
  { DATABASE_URL, DATABASE_READS_FROM }: Config,
): Promise<Verdict> {
  const cluster = await readCluster(client)
  if (cluster === undefined || cluster.workers.length === 0) return ok('no cluster')
  if (DATABASE_READS_FROM === 'coordinator') {
    return skip(
      'DATABASE_READS_FROM=coordinator, so the processes read through the coordinator',
    )
  }
  const notYet = await whyNotLaidOut(client)
  if (notYet !== undefined) return notYet
  const map = toShardMap((await client.query<ShardRow>(selectShards)).rows)
  const config = clientOf(DATABASE_URL, 'lectern doctor')
  const shards = new Map([...map.shards.values()].map((shard) => [shard.node, shard]))
  const tried = await Promise.all(
    [...shards.values()].map(async (shard) => whyUnread(map, shard, config)),
  )
  const unknown = cluster.workers
    .filter(({ isActive, hasMetadata }) => isActive && !hasMetadata)
    .map(({ name }): Unread => {
      const reason = 'start_metadata_sync_to_node was not called for it'
      return { node: name, reason, question: 'select true', isMended: true }
    })
  const unread = [...tried, ...unknown].filter((one) => one !== undefined)
  return unread.length === 0
    ? ok(
        `a shard was read on each of ${countOf(shards.size, 'server')}, as the processes do`,
      )
    : describe(unread, await unreadThroughCoordinator(client, unread))
}

/** The servers on which the coordinator cannot read for the user either. */
async function unreadThroughCoordinator(
  client: Client,
  unread: readonly Unread[],
): Promise<string[]> {
  const lost: string[] = []
  for (const { node, question, isMended } of unread) {
    const { missing } = isMended ? await askWorkers(client, question) : { missing: [] }
    if (missing.some((answer) => answer.node === node)) lost.push(node)
  }
  return lost
}

async function whyUnread(
  map: ShardMap,
  shard: Shard,
  config: ClientConfig,
): Promise<Unread | undefined> {
  const place = map.nodes.get(shard.node)
  const table = shard.names.get(anchor)
  if (place === undefined || table === undefined) return undefined
  const reading = openReading(at(config, place), 1, toReadShards)
  const question = `select exists (select from ${table})`
  try {
    const proof = { text: selectStillHere, values: [shard.id] }
    await reading.query('', { text: question, values: [] }, { proof })
    return undefined
  } catch (error) {
    const isMended = isLeftToCoordinator(error)
    return { node: shard.node, reason: reasonOf(error), question, isMended }
  } finally {
    await reading.close()
  }
}

function describe(unread: readonly Unread[], lost: readonly string[]): Verdict {
  const nodes = unread.map(({ node, reason }) => `${node} cannot be read (${reason})`)
  if (lost.length > 0) {
    return fail(
      `${nodes.join('; ')}: organizations on ${lost.join(', ')} cannot be read, through the coordinator neither`,
      `${reachRemedy}, and may read its tables`,
    )
  }
  const other = 'set DATABASE_READS_FROM=coordinator'
  return unread.every(({ isMended }) => isMended)
    ? warn(
        `${nodes.join('; ')}: reads of its organizations go through the coordinator, which is slower`,
        `Let the processes log in to it with the user, the password and the TLS options of DATABASE_URL: see pg_hba.conf there, the network and its certificate. Or ${other}`,
      )
    : fail(
        `${nodes.join('; ')}: reads of its organizations fail`,
        `See what the server logs, or ${other}`,
      )
}
