import type { Client } from 'pg'

import { type Answer, askWorkers, countOf, hasWorkers, reachRemedy } from './cluster.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'
import { judgeSkew, wantedExtensions } from './database-checks.ts'

/** Longer than this, and those who wait for a change between the phases notice it. */
const settledWithinSeconds = 10

/** What every server of a cluster must have by itself, and the coordinator cannot give it. */
export function nodeChecks(client: Client): readonly Check[] {
  return [
    { name: 'cluster extensions', judge: async () => judgeExtensions(client) },
    { name: 'cluster clocks', judge: async () => judgeClocks(client) },
    { name: 'cluster locks', judge: async () => judgeLocks(client) },
    { name: 'cluster transactions', judge: async () => judgePrepared(client) },
    { name: 'cluster commits', judge: async () => judgeCommits(client) },
  ]
}

/** Judges what the workers answer. One that does not answer is a failure, whatever others say. */
async function onWorkers(
  client: Client,
  question: string,
  judge: (answers: readonly Answer[], areAll: boolean) => Verdict,
): Promise<Verdict> {
  if (!(await hasWorkers(client))) return ok('no cluster')
  const { given, missing } = await askWorkers(client, question)
  if (missing.length === 0) return judge(given, true)
  const others = given.length === 0 ? undefined : judge(given, false)
  const none = missing.map(({ node, text }) => `${node} does not answer (${text})`)
  return fail(
    [...none, ...(others === undefined ? [] : [others.detail])].join('; '),
    others?.remedy === undefined ? reachRemedy : `${reachRemedy}. ${others.remedy}`,
  )
}

async function judgeExtensions(client: Client): Promise<Verdict> {
  const wanted = await wantedExtensions()
  const question = `
    select coalesce(json_object_agg(name, installed_version is not null), '{}')
    from pg_available_extensions where name = any('{${wanted.join(',')}}')`
  return onWorkers(client, question, (answers, areAll) => {
    const lacks = answers.flatMap(({ node, text }) => {
      const known = new Map(Object.entries<unknown>(JSON.parse(text)))
      const missing = wanted.filter((name) => known.get(name) !== true)
      const named = missing.map((name) =>
        known.has(name) ? name : `${name} (not offered)`,
      )
      return named.length === 0 ? [] : [`${node} lacks ${named.join(', ')}`]
    })
    return lacks.length === 0
      ? ok(`the same on ${countOf(answers.length, areAll ? 'worker' : 'other worker')}`)
      : fail(
          lacks.join('; '),
          'Install the contrib package of PostgreSQL where one is not offered; then run on the coordinator, for each: create extension if not exists …, which makes it on workers that lack it',
        )
  })
}

/** Every clock is read between the question and the answer; how far outside, is the difference. */
async function judgeClocks(client: Client): Promise<Verdict> {
  const fromMs = Date.now()
  const question = `select (extract(epoch from clock_timestamp()) * 1000)::bigint`
  return onWorkers(client, question, (answers) => {
    const toMs = Date.now()
    const skews = answers.map(({ node, text }) => {
      const ms = Number(text)
      const skewMs = Math.min(0, ms - fromMs) + Math.max(0, ms - toMs)
      return { node, skewMs: Math.round(skewMs) }
    })
    return judgeSkew(
      skews
        .map(({ node, skewMs }) => `${node} is ${skewMs} ms from this machine's clock`)
        .join(', '),
      Math.max(...skews.map(({ skewMs }) => Math.abs(skewMs))),
    )
  })
}

/** A worker does not know the timeouts that processes ask of the coordinator. */
async function judgeLocks(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ database: string }>(
    'select quote_ident(current_database()) as database',
  )
  const database = rows[0]?.database ?? '…'
  return onWorkers(client, `select current_setting('lock_timeout')`, (answers) => {
    const endless = answers.filter(({ text }) => text === '0').map(({ node }) => node)
    return endless.length > 0
      ? warn(
          `lock_timeout is off on ${endless.join(', ')}: who waits for a lock there, waits until it is free`,
          `Run on the coordinator, in this database: alter database ${database} set lock_timeout = '5s'; Citus hands it on to the workers`,
        )
      : ok(
          answers.map(({ node, text }) => `${node} ends a wait after ${text}`).join(', '),
        )
  })
}

/**
 * A write on two nodes is prepared on each before it is committed, by one connection there: as many
 * as there may be connections are always enough.
 */
async function judgePrepared(client: Client): Promise<Verdict> {
  const question = `
    select json_build_array(current_setting('max_prepared_transactions')::integer,
      current_setting('max_connections')::integer) as text`
  const { rows } = await client.query<{ text: unknown }>(question)
  const own = { node: 'the coordinator', text: JSON.stringify(rows[0]?.text) }
  return onWorkers(client, question, (workers, areAll) => {
    const nodes = [own, ...workers].map(({ node, text }) => {
      const [prepared = 0, connections = 0]: number[] = JSON.parse(text)
      return { node, prepared, connections }
    })
    const few = nodes.filter(({ prepared, connections }) => prepared < connections)
    if (few.length === 0) {
      const where = areAll ? 'every node' : 'the others'
      return ok(`max_prepared_transactions is enough on ${where}`)
    }
    const detail = few
      .map(
        ({ node, prepared, connections }) =>
          `${node} has max_prepared_transactions = ${prepared}, with max_connections = ${connections}`,
      )
      .join('; ')
    const remedy = 'Raise it to max_connections on each of them, and restart it'
    return few.some(({ prepared }) => prepared === 0)
      ? fail(`${detail}: writes on two nodes fail`, remedy)
      : warn(`${detail}: more writes on two nodes at once than that fail`, remedy)
  })
}

/** What a server has acknowledged must not be lost, and what is between the phases soon settled. */
async function judgeCommits(client: Client): Promise<Verdict> {
  const question = `select current_setting('synchronous_commit') as text`
  if (!(await hasWorkers(client))) return ok('no cluster')
  const { rows } = await client.query<{
    text: string
    interval: string
    seconds: number
  }>(
    `${question}, current_setting('citus.recover_2pc_interval') as interval,
       extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float8
         as seconds`,
  )
  const { text = '', interval = '', seconds = 0 } = rows[0] ?? {}
  const late = settledLate(interval, seconds)
  return onWorkers(client, question, (workers) => {
    const careless = [{ node: 'the coordinator', text }, ...workers]
      .filter((answer) => answer.text === 'off')
      .map(({ node }) => node)
    const problems = [
      ...(careless.length === 0 ? [] : [forgetful(careless)]),
      ...(late === undefined ? [] : [late]),
    ]
    return problems.length === 0
      ? ok(`kept, and settled every ${interval} after a server ended`)
      : warn(
          problems.map(({ detail }) => detail).join('; '),
          problems.map(({ remedy }) => remedy).join('. '),
        )
  })
}

interface Problem {
  readonly detail: string
  readonly remedy: string
}

function forgetful(nodes: readonly string[]): Problem {
  return {
    detail: `synchronous_commit is off on ${nodes.join(', ')}: a change or its event can be lost if a server ends without warning`,
    remedy: `Set synchronous_commit = on on each of them`,
  }
}

function settledLate(interval: string, seconds: number): Problem | undefined {
  if (seconds >= 0 && seconds <= settledWithinSeconds) return undefined
  const until =
    seconds < 0
      ? 'until somebody calls recover_prepared_transactions'
      : `up to ${interval}`
  return {
    detail: `citus.recover_2pc_interval is ${interval} on the coordinator: when a server ends without warning, changes between the phases wait ${until}`,
    remedy: `Set citus.recover_2pc_interval = '5s' on the coordinator and reload it`,
  }
}
