import type { Client } from 'pg'

import { ok, skip, type Verdict } from './check.ts'

interface ClusterNode {
  readonly name: string
  readonly isActive: boolean
  /** Whether it has the tables of Citus that say where shards are. */
  readonly hasMetadata: boolean
}

export interface Cluster {
  readonly version: string
  /** The group of the server that was asked; 0 is the coordinator's. */
  readonly group: number
  readonly workers: readonly ClusterNode[]
}

export interface Answer {
  readonly node: string
  readonly text: string
}

export interface Answers {
  readonly given: readonly Answer[]
  /** The workers that did not answer, with the reason in place of the text. */
  readonly missing: readonly Answer[]
}

/** What mends a node that another does not reach, also where only a password is missing. */
export const reachRemedy =
  'See that the node runs and that each server, itself included, may log in to it as the user in DATABASE_URL: by pg_hba.conf, a password file, or pg_dist_authinfo on every server'

/** Shorter than the doctor waits for a statement, which would not say which worker it was. */
const nodeTimeoutMs = 4_000

export async function readCluster(client: Client): Promise<Cluster | undefined> {
  const { rows: extensions } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  const [extension] = extensions
  if (extension === undefined) return undefined
  const { rows: groups } = await client.query<{ group: number }>(
    'select groupid as group from pg_dist_local_group',
  )
  const { rows: workers } = await client.query<ClusterNode>(
    `select nodename || ':' || nodeport as name, isactive as "isActive",
       hasmetadata as "hasMetadata"
     from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid`,
  )
  return { version: extension.version, group: groups[0]?.group ?? 0, workers }
}

export async function hasWorkers(client: Client): Promise<boolean> {
  const cluster = await readCluster(client)
  return cluster !== undefined && cluster.workers.length > 0
}

/** Why the tables cannot be tried on the workers yet; undefined when they can. */
export async function whyNotLaidOut(client: Client): Promise<Verdict | undefined> {
  if (!(await hasWorkers(client))) return ok('no cluster')
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('organization')`,
  )
  return rowCount === 0 ? skip('waits for "db distribute --apply"') : undefined
}

/** The worker that an error is about: Citus names it in the message, or where it happened. */
export async function workerNamedBy(
  client: Client,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined
  const place = 'where' in error && typeof error.where === 'string' ? error.where : ''
  const words = `${error.message} ${place}`.split(/[\s@,;()"']+/)
  const cluster = await readCluster(client)
  return cluster?.workers.find(({ name }) => words.includes(name))?.name
}

export function writesRemedy(worker: string): string {
  return `See that ${worker} runs, takes writes and has room on its disk, and that the coordinator may log in to it`
}

export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** Asks every worker through the coordinator for one value. */
export async function askWorkers(client: Client, question: string): Promise<Answers> {
  try {
    await client.query('begin')
    await client.query(`set local citus.node_connection_timeout = ${nodeTimeoutMs}`)
    const { rows } = await client.query<{
      node: string
      isGiven: boolean
      text: string | null
    }>(
      `select n.nodename || ':' || n.nodeport as node, a.result as text,
         a.success is true and a.result is not null as "isGiven"
       from pg_dist_node as n
       left join run_command_on_workers($1) as a
         on a.nodename = n.nodename and a.nodeport = n.nodeport
       where n.groupid <> 0 and n.noderole = 'primary' order by 1`,
      [question],
    )
    const answers = rows.map(({ node, isGiven, text }) => ({
      node,
      isGiven,
      text: text?.replace(/^ERROR:\s*/, '') ?? 'it was not asked',
    }))
    return {
      given: answers.filter(({ isGiven }) => isGiven),
      missing: answers.filter(({ isGiven }) => !isGiven),
    }
  } finally {
    await client.query('rollback')
  }
}
