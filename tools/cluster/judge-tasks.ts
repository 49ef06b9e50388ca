import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { Client } from 'pg'

import type { FanOut } from './fan-outs.ts'

/** A statement that a run recorded, by the name it was declared with. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

export interface TaskJudgement {
  readonly statements: number
  /** The names of statements that ask more than one shard. */
  readonly spread: ReadonlySet<string>
  /** The names of statements whose plan a cluster does not show; that they run, tests show. */
  readonly unseen: ReadonlySet<string>
  readonly problems: readonly string[]
}

/** Values with which a statement can be planned; what they are decides only which shard is asked. */
const sampleValues: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, `'{}'`],
  [/int|numeric|double|real/, '1'],
  [/^boolean$/, 'false'],
  [/timestamp|date/, `'2030-01-01'`],
  [/json/, `'[]'`],
  [/^bytea$/, String.raw`'\x00'`],
  [/^interval$/, `'1 day'`],
  [/^text$|char/, `'x'`],
]

/** Reads are sent to a shard by its name, and with its number in their own. */
const ofShard = /\.\d+$/
const shardNumber = /(?<=\w)_\d{6,7}\b/g

export async function readNamed(folder: string): Promise<NamedStatement[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.names'))
  const texts = await Promise.all(
    files.map(async (file) => readFile(path.join(folder, file), 'utf8')),
  )
  const lines = new Set(texts.flatMap((text) => text.split('\n')).filter((line) => line))
  const sent = [...lines].map((line) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was written there
    const [name, text] = JSON.parse(line) as [string, string]
    return ofShard.test(name)
      ? { name: name.replace(ofShard, ''), text: text.replaceAll(shardNumber, '') }
      : { name, text }
  })
  const byText = new Map(sent.map((one) => [`${one.name} ${one.text}`, one]))
  return [...byText.values()].map(({ name, text }) => ({
    name: name.slice(0, name.lastIndexOf('.')),
    text,
  }))
}

/** Plans every statement on a cluster: one that asks more than one shard must be in the list. */
export async function judgeTasks(
  url: string,
  statements: readonly NamedStatement[],
  list: readonly FanOut[],
): Promise<TaskJudgement> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const spread = new Set<string>()
  const unseen = new Set<string>()
  try {
    for (const { name, text } of statements) {
      try {
        if ((await tasksOf(client, text)) > 1) spread.add(name)
      } catch {
        unseen.add(name)
      }
    }
  } finally {
    await client.end()
  }
  const listed = new Set(list.map(({ name }) => name))
  const problems = [...spread]
    .filter((name) => !listed.has(name))
    .map((name) => `${name} asks more than one shard and is not listed`)
  return { statements: statements.length, spread, unseen, problems }
}

/** Entries of the list that a whole run has not seen to ask more than one shard. */
export function idleEntries(
  { spread }: TaskJudgement,
  list: readonly FanOut[],
): readonly string[] {
  return list
    .filter(({ name }) => !spread.has(name))
    .map(({ name }) => `${name} asks one shard, or is gone: strike it from the list`)
}

export function describeTasks({ statements, spread, unseen }: TaskJudgement): string {
  const others = statements - spread.size - unseen.size
  return `${statements} statements on a cluster: ${others} ask one shard or none, ${spread.size} ask several, each for a listed reason; of ${unseen.size} it shows no plan: ${[...unseen].join(', ')}`
}

async function tasksOf(client: Client, text: string): Promise<number> {
  await client.query('begin')
  try {
    await client.query(`prepare judged as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements
       where name = 'judged'`,
    )
    const values = (rows[0]?.types ?? []).map(sampleValue).join(', ')
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute judged${values === '' ? '' : `(${values})`}`,
    )
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    const tasks = [...lines.matchAll(/Task Count: (\d+)/g)].map(([, count]) =>
      Number(count),
    )
    return Math.max(0, ...tasks)
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

function sampleValue(type: string): string {
  return sampleValues.find(([form]) => form.test(type))?.[1] ?? 'null'
}
