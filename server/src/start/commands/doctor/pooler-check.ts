import { randomUUID } from 'node:crypto'

import { Client } from 'pg'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'

const rounds = 4
const queryTimeoutMs = 5_000

const prepareOff =
  'Set DATABASE_PREPARE=off, or use PgBouncer 1.21 or newer with max_prepared_statements above 0'

/** Detects a pooler in between that gives each transaction another server connection. */
export function poolerCheck(databaseUrl: string, prepare: boolean): Check {
  return {
    name: 'prepared statements',
    async judge() {
      const [one, other] = await Promise.all([connect(databaseUrl), connect(databaseUrl)])
      try {
        return await judge(one, other, prepare)
      } catch (error) {
        return fail(
          `two connections cannot be used side by side (${reasonOf(error)})`,
          'Let the pooler, or max_connections of the database, allow more connections',
        )
      } finally {
        await Promise.allSettled([one.end(), other.end()])
      }
    },
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'lectern doctor',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function judge(one: Client, other: Client, prepare: boolean): Promise<Verdict> {
  const pooled = await isPooledByTransaction(one, other)
  const broken = prepare ? await whyNamedStatementsFail(one, other) : undefined
  if (broken !== undefined) {
    return fail(`a pooler loses them (${broken})`, prepareOff)
  }
  if (pooled) {
    return warn(
      `connections are pooled by transaction; named statements are ${prepare ? 'kept' : 'off'}`,
      'Good for the api. Give workers a DATABASE_URL that leads straight to PostgreSQL: they hold session locks and listen',
    )
  }
  return ok(prepare ? 'kept by each connection' : 'not used')
}

/** Whether `one` gets another server process while `other` holds a transaction open. */
async function isPooledByTransaction(one: Client, other: Client): Promise<boolean> {
  const before = await backendOf(one)
  await other.query('begin')
  try {
    await backendOf(other)
    return (await backendOf(one)) !== before
  } finally {
    await other.query('rollback')
  }
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** The reason why a statement name fails that both clients use in turns; undefined if it works. */
async function whyNamedStatementsFail(
  one: Client,
  other: Client,
): Promise<string | undefined> {
  // A pooler may store the statement for long, so a second run needs another name.
  const name = `lectern-doctor-${randomUUID()}`
  const named = { name, text: 'select $1::integer as value', values: [1] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const [holder, user] = round % 2 === 0 ? [other, one] : [one, other]
      await user.query(named)
      await holder.query('begin')
      await holder.query(named)
      await user.query(named)
      await holder.query('commit')
    }
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
