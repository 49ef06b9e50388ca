import { type GateOptions, type GateOutcome, runGate } from '../../../tools/gate.ts'
import { createInstance, type Instance } from './instance.ts'
import { createCluster } from './postgres-cluster.ts'
import { treeTimeMs } from './processor-time.ts'

type Break = 'no-index'

const sizes = { small: 100, large: 100_000 }
const pageSize = 50
const ratioMax = 1.5
const queries = [
  'sort=joinedAt&order=desc',
  'sort=joinedAt&order=asc',
  'sort=lastSeenAt&order=desc',
  'sort=lastSeenAt&order=asc',
]

/** Members of an organization of 100,000 page at about the cost of one of 100. */
async function run({ seconds, broken, say }: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster({
    shared_buffers: '512MB',
    jit: 'off',
    shared_preload_libraries: "'pg_stat_statements'",
  })
  try {
    const instance = await createInstance({}, cluster.url)
    try {
      const organizations = await fill(instance)
      if (broken === 'no-index') {
        await instance.db.raw(
          'drop index member_by_joined, member_by_seen, member_by_role',
        )
      }
      const api = await instance.startApi()
      const pages = { small: 2, large: 3 } as const
      const cells = queries.length * (pages.small + pages.large)
      const repeats = Math.max(40, Math.min(2_000, Math.round((seconds * 300) / cells)))
      const problems: string[] = []
      let worst = { ratio: 0, text: '' }
      for (const query of queries) {
        const cost = async (organizationId: string, page: string | undefined) =>
          pageCost(instance, cluster.postmasterPid() ?? 0, {
            url: `${api.url}/v1/orgs/${organizationId}/members?${query}&limit=${pageSize}${page === undefined ? '' : `&page=${page}`}`,
            repeats,
          })
        const small = await cost(organizations.small, undefined)
        const cursors = await cursorsOf(instance, api.url, organizations.large, query)
        for (const [place, page] of Object.entries(cursors)) {
          const large = await cost(organizations.large, page)
          const buffers = large.buffers / small.buffers
          const time = large.processorMs / small.processorMs
          say(
            `  ${query} ${place}: ${large.buffers.toFixed(0)} buffers (${buffers.toFixed(2)}×), ${large.processorMs.toFixed(3)} ms (${time.toFixed(2)}×)`,
          )
          const ratio = Math.max(buffers, time)
          if (ratio > worst.ratio) worst = { ratio, text: `${query}, ${place} page` }
          if (buffers > ratioMax) {
            problems.push(`${query} ${place}: ${buffers.toFixed(2)}× the buffers`)
          }
          // Processor time of a shared machine wavers; buffers do not.
          if (time > ratioMax * 1.2) {
            problems.push(`${query} ${place}: ${time.toFixed(2)}× the processor time`)
          }
        }
      }
      return {
        figure: `worst page costs ${worst.ratio.toFixed(2)}× (${worst.text}), goal ${ratioMax}×`,
        problems,
      }
    } finally {
      await instance.close()
    }
  } finally {
    await cluster.remove()
  }
}

async function fill({ db, sample }: Instance): Promise<{ small: string; large: string }> {
  const organizations = { small: sample.otherOrganization, large: sample.organization }
  // The admin of the large one reads both.
  await db.raw(
    `insert into member (organization_id, user_id, role, search_text)
     values ($1, $2, 'admin', 'admin') on conflict do nothing`,
    [organizations.small, sample.users.admin],
  )
  await db.raw(
    `insert into account (id, display_name, email)
     select 'growthuser' || lpad(i::text, 10, '0'), 'Person ' || i, 'person' || i || '@growth.example'
     from generate_series(1, $1::integer) i`,
    [sizes.large],
  )
  for (const size of ['small', 'large'] as const) {
    await db.raw(
      `insert into member (organization_id, user_id, role, joined_at, last_seen_at, search_text)
       select $1, 'growthuser' || lpad(i::text, 10, '0'), 'read', now() - i * interval '1 minute',
         now() - i * interval '7 seconds', 'person ' || i || ' person' || i || '@growth.example'
       from generate_series(1, $2::integer) i`,
      [organizations[size], sizes[size]],
    )
    await db.raw(
      `insert into organization_counter (organization_id, name, value)
       select $1, name, count(*) from member, unnest(array['members', 'members-seen']) as name
       where organization_id = $1 and (name = 'members' or last_seen_at is not null)
       group by name
       on conflict (organization_id, name) do update set value = excluded.value`,
      [organizations[size]],
    )
  }
  await db.raw('create extension if not exists pg_stat_statements')
  await db.raw('vacuum analyze')
  return organizations
}

/** First, middle and last page; the way there goes in large steps. */
async function cursorsOf(
  { sample }: Instance,
  url: string,
  organizationId: string,
  query: string,
): Promise<Record<'first' | 'middle' | 'last', string | undefined>> {
  const cursors: string[] = []
  let page = ''
  for (;;) {
    const reply = await fetch(
      `${url}/v1/orgs/${organizationId}/members?${query}&limit=1000${page && `&page=${page}`}`,
      { headers: { authorization: `Bearer ${sample.tokens.admin}` } },
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of every list
    const { next } = (await reply.json()) as { next?: { page: string } }
    if (next === undefined) break
    page = next.page
    cursors.push(page)
  }
  return {
    first: undefined,
    middle: cursors[Math.floor(cursors.length / 2)],
    last: cursors.at(-1),
  }
}

async function pageCost(
  { db, sample }: Instance,
  postmaster: number,
  { url, repeats }: { url: string; repeats: number },
): Promise<{ buffers: number; processorMs: number }> {
  const headers = { authorization: `Bearer ${sample.tokens.admin}` }
  const read = async () => {
    const reply = await fetch(url, { headers })
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}`)
    await reply.text()
  }
  for (let warmUp = 0; warmUp < 30; warmUp += 1) await read()
  await db.raw('select pg_stat_statements_reset()')
  const beforeMs = treeTimeMs(postmaster)
  for (let call = 0; call < repeats; call += 1) await read()
  const processorMs = (treeTimeMs(postmaster) - beforeMs) / repeats
  const { rows } = await db.raw(
    `select (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float8 as buffers
     from pg_stat_statements where query ilike '%organization_counter%' or query ilike '%matching%'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  const [row] = rows as { buffers: number }[]
  return { buffers: row?.buffers ?? 0, processorMs }
}

await runGate<Break>({ name: 'growth', seconds: 60, breaks: ['no-index'], run })
