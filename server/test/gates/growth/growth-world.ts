import { Client } from 'pg'

import { seeded } from '../../../../tools/gate.ts'
import { growHistory } from './growth-history.ts'
import {
  copySpaces,
  type FilledOrganization,
  growSpace,
  loadTemplate,
  shrinkSpace,
} from './growth-multiply.ts'
import {
  makeTemplate,
  pagesPerSpace,
  placeholder,
  type Template,
} from './growth-template.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import type { PostgresCluster } from '../../../../tools/postgres-cluster.ts'

export interface WorldSize {
  /** In the organization. */
  readonly pages: number
  /** Of the one space with a long history. */
  readonly revisions: number
  /** Of the one space that is larger than others. */
  readonly pagesInOne: number
}

/** An instance whose organization has many spaces of 200 pages, and some that are not like them. */
export interface GrownWorld {
  readonly instance: Instance
  readonly size: WorldSize
  readonly organizationId: string
  /** Spaces of 200 pages that nothing else is done to. */
  readonly spaceIds: readonly string[]
  /** Ten pages, very many, and two hundred with many revisions. */
  readonly tinyId: string
  readonly hugeId: string
  readonly pastId: string
}

/** Nothing here outlives the gate, so nothing needs to reach the disk; no page images, so that bytes of WAL count. */
export const growthSettings: Readonly<Record<string, string>> = {
  shared_buffers: '512MB',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '1GB',
}

/** Two worlds from one template, each in a database of its own: what is in one tells the other nothing. */
export async function withWorlds<Name extends string, Result>(
  cluster: PostgresCluster,
  sizes: Readonly<Record<Name, WorldSize>>,
  options: WorldOptions,
  use: (worlds: Record<Name, GrownWorld>) => Promise<Result>,
): Promise<Result> {
  const instances: Instance[] = []
  try {
    return await use(await createWorlds(cluster, sizes, { ...options, instances }))
  } finally {
    await Promise.all(instances.map(async (instance) => instance.close()))
  }
}

interface WorldOptions {
  readonly seed: number
  readonly say: (line: string) => void
  /** Of the processes of the instances. */
  readonly environment?: Record<string, string>
}

interface Making extends WorldOptions {
  /** All that were begun, to be closed whatever becomes of them. */
  readonly instances: Instance[]
}

async function createWorlds<Name extends string>(
  cluster: PostgresCluster,
  sizes: Readonly<Record<Name, WorldSize>>,
  { seed, say, environment = {}, instances }: Making,
): Promise<Record<Name, GrownWorld>> {
  const worlds: Partial<Record<Name, GrownWorld>> = {}
  let template: Template | undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  for (const name of Object.keys(sizes) as Name[]) {
    const startedMs = Date.now()
    const instance = await createInstance(
      environment,
      await createDatabase(cluster, name),
    )
    instances.push(instance)
    template ??= await templateBy(instance, seed)
    const world = await grow(instance, template, sizes[name])
    worlds[name] = world
    const took = ((Date.now() - startedMs) / 1000).toFixed(1)
    say(
      `  ${name}: ${world.size.pages} pages, ${world.size.revisions} revisions in ${took} s`,
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name was given a world
  return worlds as Record<Name, GrownWorld>
}

async function createDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(cluster.url)
  url.pathname = name
  return url.href
}

async function templateBy(instance: Instance, seed: number): Promise<Template> {
  const api = await instance.startApi()
  const template = await makeTemplate(instance, api, seeded(seed))
  await api.stop()
  return template
}

async function grow(
  instance: Instance,
  template: Template,
  size: WorldSize,
): Promise<GrownWorld> {
  const { sample } = instance
  const of = { organizationId: sample.organization, createdBy: sample.users.admin }
  return filling(instance, async (client) => {
    await loadTemplate(client, template)
    // They are built faster as a whole.
    const indexes = await dropIndexes(client)
    const world = await fill(client, of, template, size)
    for (const index of indexes) await client.query(index)
    await client.query('drop schema grown cascade')
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('vacuum analyze')
    return { instance, size, organizationId: of.organizationId, ...world }
  })
}

/** A connection for rows in bulk: what they refer to is not looked up, and they may take their time. */
export async function filling<Result>(
  { databaseUrl }: Instance,
  fillWith: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    return await fillWith(client)
  } finally {
    await client.end()
  }
}

async function fill(
  client: Client,
  of: FilledOrganization,
  template: Template,
  { pages, revisions, pagesInOne }: WorldSize,
): Promise<Pick<GrownWorld, 'spaceIds' | 'tinyId' | 'hugeId' | 'pastId'>> {
  const codes = Array.from(
    { length: Math.ceil(pages / pagesPerSpace) },
    (_, at) => `g${String(at).padStart(5, '0')}`,
  )
  const idOf = (code: string) => template.spaceId.replace(placeholder, code)
  const other = { tiny: 'tiny00', huge: 'huge00', past: 'past00' }
  await copySpaces(client, of, [...Object.values(other), ...codes])
  await client.query(
    `insert into search_vocabulary (organization_id, stem, word)
     select $1, stem, word from grown.search_vocabulary on conflict do nothing`,
    [of.organizationId],
  )
  const { organizationId } = of
  await shrinkSpace(client, { organizationId, spaceId: idOf(other.tiny) })
  const times = Math.floor(pagesInOne / pagesPerSpace) - 1
  await growSpace(client, { organizationId, code: other.huge, times })
  await growHistory(client, { ...of, spaceId: idOf(other.past), revisions })
  return {
    spaceIds: codes.map(idOf),
    tinyId: idOf(other.tiny),
    hugeId: idOf(other.huge),
    pastId: idOf(other.past),
  }
}

/** Gives back what makes them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where not i.indisprimary and i.indrelid = any (array[
       'entry_version', 'search_section', 'search_word']::regclass[])
       and i.indexrelid <> all (array['entry_version_open']::regclass[])`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
