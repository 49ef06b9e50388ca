import { Client } from 'pg'

import { serversOf } from '../../server/test/database/test-cluster.ts'

/**
 * Asks on a cluster for what is asked most, and counts the tasks of each statement: one is one node
 * asked once. More would grow with the number of shards.
 */
interface Sent {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

interface PlanNode {
  readonly Plans?: readonly PlanNode[]
  readonly 'Distributed Query'?: { readonly Job?: { readonly 'Task Count'?: number } }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.env['TEST_DATABASE_URL'] ?? ''
process.env['LECTERN_TEST_SERVERS'] = (await serversOf(url)).join(' ')
const { startTestApi } = await import('../../server/test/test-api.ts')
const { newSite, newSpace, ok } = await import('../../server/test/test-published.ts')

const sent: Sent[] = []
const seen = new Set<string>()
let isRecording = false
// oxlint-disable-next-line typescript/unbound-method -- applied to the client it was called on
Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, client, given: unknown[]): unknown {
    if (isRecording) note(given[0])
    return Reflect.apply(query, client, given)
  },
})

// Sent to a worker, a statement has the names of one shard there, and the coordinator is not asked.
const api = await startTestApi({ DATABASE_READS_FROM: 'coordinator' })
try {
  const requests = await prepareRequests()
  const client = new Client({ connectionString: api.databaseUrl })
  await client.connect()
  let problems = 0
  for (const [name, ask] of Object.entries(requests)) {
    sent.length = 0
    isRecording = true
    await ask()
    isRecording = false
    for (const statement of sent) {
      const tasks = await tasksOf(client, statement)
      if (tasks !== 1) problems += 1
      say(`${tasks === 1 ? '✔' : '✖'} ${name}: ${statement.name}, tasks: ${tasks}`)
    }
  }
  await client.end()
  say(`${seen.size} statements asked most, ${problems} of them without exactly one task`)
  if (problems > 0 || seen.size === 0) process.exitCode = 1
} finally {
  await api.stop()
}

function note(query: unknown): void {
  if (typeof query !== 'object' || query === null) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of what the product sends
  const { name = '', text, values } = query as Sent
  // What is written beside, such as when a token was last used, is no read.
  if (!/^\s*(?:select|with)\b/i.test(text) || seen.has(text)) return
  seen.add(text)
  sent.push({ name: name.slice(0, name.lastIndexOf('.')), text, values })
}

async function tasksOf(client: Client, { text, values }: Sent): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (costs off, format json) ${text}`,
    [...values],
  )
  return tasksIn(rows[0]?.['QUERY PLAN'][0]?.Plan)
}

function tasksIn(node: PlanNode | undefined): number {
  if (node === undefined) return 0
  const own = JSON.stringify({ ...node, Plans: undefined }).match(/"Task Count":(\d+)/g)
  const ownTasks = (own ?? []).map((found) => Number(found.split(':')[1]))
  const below = (node.Plans ?? []).map(tasksIn)
  return [...ownTasks, ...below].reduce((sum, count) => sum + count, 0)
}

async function prepareRequests(): Promise<Record<string, () => Promise<unknown>>> {
  const admin = api.as('admin')
  const spaceId = await newSpace(api, 'Hot', {
    First: 'The first page about zebras.\n',
    Second: 'The second page.\n',
  })
  const site = await newSite(api, 'Hot site', [spaceId])
  await ok(admin.post(`/spaces/${spaceId}/comments`, { body: { markdown: 'Why?' } }))
  await ok(admin.post(`/spaces/${spaceId}/change-requests`, { subject: 'Better' }))
  const { pages } = await ok(admin.get(`/spaces/${spaceId}/content/pages`))
  const [page] = pages
  const organization = `/orgs/${api.organization}`
  const space = `/spaces/${spaceId}`
  const ofSite = `${organization}/sites/${site.site}`
  const get = (path: string) => async () => ok(admin.get(path))
  return {
    token: async () => ok(api.withToken(api.tokens.read).get('/user')),
    'page by id': get(`${space}/content/page/${page.id}?format=markdown`),
    'page by path': get(`${space}/content/path/${page.slug ?? 'first'}`),
    tree: get(`${space}/content/pages`),
    document: get(`${space}/content/page/${page.id}?format=document`),
    space: get(space),
    organization: get(organization),
    'list of spaces': get(`${organization}/spaces`),
    'list of members': get(`${organization}/members`),
    'list of teams': get(`${organization}/teams`),
    'list of sites': get(`${organization}/sites`),
    'list of revisions': get(`${space}/revisions`),
    'search in a space': get(`${space}/search?query=zebras`),
    'search in the organization': get(`${organization}/search?query=zebras`),
    'site structure': get(`${ofSite}/structure`),
    'published site': get(`${ofSite}/published`),
    'published URL': async () =>
      ok(api.anonymous().post('/urls/published', { url: site.url })),
    'list of comments': get(`${space}/comments`),
    'list of change requests': get(`${space}/change-requests`),
    'change requests of the organization': get(`${organization}/change-requests`),
  }
}
