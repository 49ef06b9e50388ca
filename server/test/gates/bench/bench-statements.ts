import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '#/platform/config/config.ts'
import { startApi } from '#/start/api.ts'

import type { BenchContent } from './bench-content.ts'
import type { BenchTarget } from './bench-data.ts'
import type { Instance } from '../harness/instance.ts'
import type { PostgresCluster } from '../../../../tools/postgres-cluster.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { startCountingProxy } from '../harness/round-trips.ts'

/** A read that a busy machine makes slow is planned once on each connection for slow reads. */
const slowConnections = 3
const warmUps = 60
const calls = 100
const writes = 10
const roundTripsMax = 3

interface Outcome {
  readonly figure: string
  readonly problems: readonly string[]
}

type Target = BenchTarget & { readonly content: BenchContent }

/** What is read most, and by whom. */
function hotReads({ organizationId, token, cookie, content }: Target) {
  const byToken = { authorization: `Bearer ${token}` }
  const organization = `/orgs/${organizationId}`
  const space = `/spaces/${content.spaceId}/content`
  const page = `${space}/page/${content.pageIds.at(-1) ?? ''}`
  const paths = {
    organization,
    members: `${organization}/members?limit=50`,
    team: `${organization}/teams/benchteam00000000001`,
    'page, markdown': `${page}?format=markdown`,
    'page, document': `${page}?format=document`,
    tree: `${space}/pages`,
  }
  return [
    ...Object.entries(paths).map(([name, path]) => ({ name, path, identity: byToken })),
    { name: 'organization, in a browser', path: organization, identity: { cookie } },
  ]
}

/** Goal 7: a hot read is one named, prepared statement; a write takes at most three round trips. */
export async function countStatements(
  { db, environment }: Instance,
  cluster: PostgresCluster,
  target: Target,
  broken: string | undefined,
): Promise<Outcome> {
  const proxy = await startCountingProxy(cluster.port)
  const url = new URL(environment['DATABASE_URL'] ?? '')
  url.port = String(proxy.port)
  const port = await freePort()
  const api = await startApi(
    readConfig({
      ...environment,
      DATABASE_URL: url.href,
      // Cookies count on the host of PUBLIC_URL alone.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    }),
  )
  const { organizationId, token } = target
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const get = async (path: string, identity: Record<string, string>) => {
    await (await fetch(`${api.url}/v1${path}`, { headers: identity })).text()
  }
  try {
    const problems: string[] = []
    const figures: string[] = []
    for (const { name, path, identity } of hotReads(target)) {
      for (let call = 0; call < warmUps; call += 1) await get(path, identity)
      await db.raw('select pg_stat_statements_reset()')
      for (let call = 0; call < calls; call += 1) {
        await get(path, identity)
        if (broken === 'extra-statement') await get(path, identity)
      }
      const { executed, planned } = await countedStatements(db)
      const each = executed / calls
      figures.push(`${name} ${each} statement, ${planned} plans`)
      if (each !== 1) {
        problems.push(`${name} takes ${each} statements instead of one`)
      }
      if (planned > slowConnections) {
        problems.push(`${name} was planned ${planned} times: not prepared`)
      }
    }
    const trips = await roundTripsPerWrite(async () => {
      await fetch(`${api.url}/v1/orgs/${organizationId}/teams/benchteam00000000001`, {
        method: 'PATCH',
        headers,
        body: '{"title":"Counted"}',
      })
    }, proxy.take)
    figures.push(`PATCH of a team ${trips} round trips`)
    if (trips > roundTripsMax) problems.push(`a PATCH takes ${trips} round trips`)
    return { figure: figures.join(', '), problems }
  } finally {
    await api.stop()
    await proxy.close()
  }
}

/** All statements on our tables but the look-up of a token or session, cached for half a second. */
async function countedStatements(
  db: Instance['db'],
): Promise<{ executed: number; planned: number }> {
  const { rows } = await db.raw(
    `select coalesce(sum(calls), 0)::integer as executed, coalesce(sum(plans), 0)::integer as planned
     from pg_stat_statements
     where query not ilike '%api_token%' and query not ilike '%browser_session%' and query not ilike '%pgboss%' and query not ilike '%pg_stat%'
       and query not ilike 'set %' and query not ilike 'listen%' and query not ilike '%pg_extension%'`,
  )
  const [row] = rows
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  return row as { executed: number; planned: number }
}

async function roundTripsPerWrite(
  write: () => Promise<void>,
  take: () => number,
): Promise<number> {
  const counted: number[] = []
  for (let round = 0; round < writes * 2; round += 1) {
    take()
    await write()
    counted.push(take())
    await sleep(60)
  }
  return counted.slice(writes).toSorted((a, b) => a - b)[Math.floor(writes / 2)] ?? 0
}
