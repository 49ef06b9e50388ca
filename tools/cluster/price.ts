import { readFileSync } from 'node:fs'

import { Client } from 'pg'

import {
  onServers,
  serversOf,
  urlOfDatabase,
} from '../../server/test/database/test-cluster.ts'
import { createCluster } from '../postgres-cluster.ts'

/**
 * What requests cost on one PostgreSQL and on a cluster: answered in a second, and processor time of
 * the database for each. The cluster is asked twice, with reads from the workers and with reads
 * through the coordinator; all three in turns, and the median round speaks.
 */
const rounds = 3
const secondsEach = Number(process.env['CLUSTER_PRICE_SECONDS'] ?? 4)
const atOnce = 8
const commentsRead = 30
const postComments = `
local i = 0
request = function()
  i = i + 1
  return wrk.format("POST", nil, nil, string.format('{"body":{"markdown":"Remark %d again."}}', i))
end`

interface Side {
  readonly name: string
  readonly cases: ReadonlyMap<string, Load>
  /** Processor time that the database has taken so far. */
  readonly databaseMs: () => number
}

type Load = (seconds: number) => Promise<LoadResult>

interface Cost {
  readonly perSecond: number
  readonly databaseMs: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.env['TEST_DATABASE_URL'] ?? ''
const servers = await serversOf(url)
process.env['LECTERN_TEST_SERVERS'] = servers.join(' ')
const { createInstance } = await import('../../server/test/gates/harness/instance.ts')
const { fillContent } = await import('../../server/test/gates/bench/bench-content.ts')
const { eachPage } = await import('../../server/test/gates/bench/bench-page-cases.ts')
const { loadHttp } = await import('../../server/test/gates/bench/bench-load.ts')
const { treeTimeMs } = await import('../../server/test/gates/harness/processor-time.ts')
type Instance = Awaited<ReturnType<typeof createInstance>>
type LoadResult = Awaited<ReturnType<typeof loadHttp>>

const settings = { LOG_LEVEL: 'silent' }
const postgres = await createCluster()
try {
  const plain = await createInstance(settings, postgres.url)
  const spread = await createInstance(settings)
  try {
    const postmasters = await Promise.all(servers.map(postmasterOf))
    const ofCluster = () => postmasters.reduce((sum, pid) => sum + treeTimeMs(pid), 0)
    const ofPlain = () => treeTimeMs(postgres.postmasterPid() ?? 0)
    const [plainCases] = await prepare(plain, [{}])
    const [workers, coordinator] = await prepare(spread, [
      { DATABASE_READS_FROM: 'workers' },
      { DATABASE_READS_FROM: 'coordinator' },
    ])
    await lookAtTables(spread.databaseUrl)
    const none: Side['cases'] = new Map()
    await compare([
      { name: 'one', cases: plainCases ?? none, databaseMs: ofPlain },
      { name: 'cluster', cases: workers ?? none, databaseMs: ofCluster },
      { name: 'coordinator', cases: coordinator ?? none, databaseMs: ofCluster },
    ])
  } finally {
    await spread.close()
    await plain.close()
  }
} finally {
  await postgres.remove()
}

/** Fills an instance once, and starts a server with each of these settings. */
async function prepare(
  instance: Instance,
  each: readonly Readonly<Record<string, string>>[],
): Promise<Map<string, Load>[]> {
  const apis = []
  for (const more of each) apis.push(await instance.startApi(undefined, more))
  const [first] = apis
  if (first === undefined) return []
  const content = await fillContent({ instance, url: first.url }, undefined)
  const { organization, tokens } = instance.sample
  const space = `/spaces/${content.spaceId}`
  const headers = {
    authorization: `Bearer ${tokens.admin}`,
    'content-type': 'application/json',
  }
  for (let number = 0; number < commentsRead; number += 1) {
    const body = JSON.stringify({ body: { markdown: `Remark ${number}.` } })
    const to = `${first.url}/v1${space}/comments`
    const { status } = await fetch(to, { method: 'POST', headers, body })
    if (status >= 300) throw new Error(`No comment was made: ${status}`)
  }
  return apis.map((api) => {
    const get =
      (path: string, script = ''): Load =>
      async (seconds) =>
        loadHttp(`${api.url}/v1${path}`, {
          seconds,
          headers,
          script,
          connections: atOnce,
        })
    return new Map([
      ['page', get(`${space}/content`, eachPage(content.pageIds, 'markdown'))],
      ['space', get(space)],
      ['list of pages', get(`${space}/content/pages`)],
      ['list of spaces', get(`/orgs/${organization}/spaces`)],
      ['list of comments', get(`${space}/comments`)],
      ['search', get(`${space}/search?query=${content.words.join('%20')}&limit=20`)],
      ['new comment', get(`${space}/comments`, postComments)],
    ])
  })
}

async function compare(sides: readonly Side[]): Promise<void> {
  const [first] = sides
  const names = [...(first?.cases.keys() ?? [])]
  const costs = new Map<string, Cost[]>()
  // The last name writes: what it leaves behind must not be read by the others.
  for (const name of names) {
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of sides) {
        const cost = await measure(side, name, round === 0 ? 1 : secondsEach)
        const key = `${name} ${side.name}`
        if (round > 0) costs.set(key, [...(costs.get(key) ?? []), cost])
      }
    }
  }
  say(
    `${''.padEnd(18)}${sides.map((side) => side.name.padStart(34)).join('')}\n${' '.repeat(18)}${sides.map(() => 'requests/s  database ms, times'.padStart(34)).join('')}`,
  )
  for (const name of names) {
    const [one, ...others] = sides.map((side) =>
      middle(costs.get(`${name} ${side.name}`)),
    )
    const cells = [one, ...others].map((cost) => cellOf(cost, one))
    say(`${name.padEnd(18)}${cells.join('')}`)
  }
}

function cellOf(cost: Cost | undefined, one: Cost | undefined): string {
  if (cost === undefined || one === undefined) return ''.padStart(34)
  const times = cost.databaseMs / one.databaseMs
  return `${cost.perSecond.toFixed(0)}  ${cost.databaseMs.toFixed(2)}  ${times.toFixed(1)}×`.padStart(
    34,
  )
}

async function measure(side: Side, name: string, seconds: number): Promise<Cost> {
  const load = side.cases.get(name)
  if (load === undefined) throw new Error(`${side.name} has no ${name}`)
  const before = side.databaseMs()
  const { requests, perSecond, failures } = await load(seconds)
  if (failures > 0 || requests === 0) {
    throw new Error(`${name}, ${side.name}: ${failures} of ${requests} requests failed`)
  }
  return { perSecond, databaseMs: (side.databaseMs() - before) / requests }
}

function middle(costs: readonly Cost[] = []): Cost | undefined {
  const sorted = costs.toSorted((a, b) => a.databaseMs - b.databaseMs)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The process whose children serve the connections; the servers must run on this machine. */
async function postmasterOf(server: string): Promise<number> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } finally {
    await client.end()
  }
}

/** The coordinator does not tell the workers to. */
async function lookAtTables(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await onServers(
    servers.map((server) => urlOfDatabase(server, name)),
    'vacuum analyze',
  )
}
