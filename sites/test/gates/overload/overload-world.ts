import { processSpec } from '../../../../server/src/features/references/openapi-specs/process-spec.ts'
import { readConfig } from '../../../../server/src/platform/config/config.ts'
import { openServices } from '../../../../server/src/start/services.ts'
import { issueToken } from '../../../../server/src/features/people/api-tokens/public.ts'
import { startTestDns } from '../../../../server/test/custom-hostnames/test-dns.ts'
import type { Things } from '../../../../server/test/gates/generate/generate-call.ts'
import { openWire } from '../../../../server/test/gates/generate/generate-wire.ts'
import { settlePlace } from '../../../../server/test/gates/generate/generate-world.ts'
import {
  processTimeMs,
  treeTimeMs,
} from '../../../../server/test/gates/harness/processor-time.ts'
import type { ServerProcess } from '../../../../server/test/gates/harness/instance.ts'
import {
  type Send,
  senderTo,
} from '../../../../server/test/gates/merge-cost/merge-cost-world.ts'
import { createCluster } from '../../../../tools/postgres-cluster.ts'
import {
  createSitesWorld,
  publishSpace,
  type SitesProcess,
  type SitesWorld,
} from '../site-processes.ts'

export interface Processes {
  readonly api: ServerProcess
  readonly worker: ServerProcess
  readonly sites: SitesProcess
}

/** The organization that does its worst: one of everything, and content that is dear. */
export interface Aggressor {
  readonly organizationId: string
  readonly host: string
  readonly things: Things
  /** What is large, under the same names. */
  readonly heavy: Things
  /** Where its public site begins, with slashes at both ends. */
  readonly base: string
  /** A token whose bucket is full. */
  readonly freshToken: () => Promise<string>
}

export interface Neighbour {
  readonly token: string
  readonly spaceId: string
  readonly page: string
  readonly host: string
  readonly base: string
}

export interface OverloadWorld {
  readonly world: SitesWorld
  readonly processes: Processes
  readonly aggressor: Aggressor
  readonly neighbour: Neighbour
  /** Processor time so far, in milliseconds: of the api, and of PostgreSQL. */
  readonly spent: () => { readonly api: number; readonly sql: number }
  readonly close: () => Promise<void>
}

/** The limits of a new installation, which other gates have switched off. */
const defaults = {
  RATE_LIMIT_TOKEN: '',
  RATE_LIMIT_ADDRESS: '',
  RATE_LIMIT_SITE: '',
  INVITE_LIMIT_SENDER: '',
  INVITE_LIMIT_ORGANIZATION: '',
  INVITE_LIMIT_RECIPIENT: '',
  SSO_LIMIT_ORGANIZATION: '',
  ORGANIZATIONS_PER_ACCOUNT: '',
}

export interface Size {
  readonly paragraphs: number
  readonly pages: number
}

/** Two organizations in one installation, with limits as they are when nobody sets any. */
export async function createOverload(
  size: Size,
  more: Readonly<Record<string, string>>,
): Promise<OverloadWorld> {
  const dns = await startTestDns()
  // Of its own: connections are one of the things that can be used up.
  const cluster = await createCluster({ fsync: 'off' })
  const world = await createSitesWorld(cluster.url, {
    ...defaults,
    CONTENT_THREADS: '2',
    RENDERER_SECRET: rendererSecret,
    DNS_SERVERS: dns.address,
    ...more,
  })
  const close = async () => {
    await world.close()
    await cluster.remove()
    dns.stop()
  }
  try {
    const aggressor = await settleAggressor(world, size)
    const neighbour = await settleNeighbour(world)
    const worker = await world.instance.startWorker()
    const sites = await world.startSites({
      RENDERER_SECRET: rendererSecret,
      LOG_LEVEL: 'error',
    })
    const processes = { api: world.api, worker, sites }
    const spent = () => ({
      api: processTimeMs(world.api.child.pid ?? 0),
      sql: treeTimeMs(cluster.postmasterPid() ?? 0),
    })
    return { world, processes, aggressor, neighbour, spent, close }
  } catch (error) {
    await close()
    throw error
  }
}

const rendererSecret = 'secret-of-the-renderer-and-the-api'

const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})

const textOf = (whose: string, paragraphs: number) =>
  Array.from(
    { length: paragraphs },
    (_, at) => `${whose}, *paragraph* ${at}, with [a link](page-${at}.md).\n\n`,
  ).join('')

async function settleAggressor(world: SitesWorld, size: Size): Promise<Aggressor> {
  const { instance, api, send } = world
  const { organization, users, tokens } = instance.sample
  // Settling takes more requests in a minute than anybody has.
  const quiet = await instance.startApi(undefined, {
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
  })
  const wire = openWire(quiet.url)
  const config = readConfig({ ...instance.environment, PUBLIC_URL: api.url })
  const { services, close } = await openServices(config, { component: 'api' })
  try {
    const place = await settlePlace({
      api: { ...services, readSpec: async (of) => processSpec.run(of, services) },
      wire,
      name: 'aggressor',
      organizationId: organization,
      adminToken: tokens.admin,
    })
    const heavy = await makeHeavy(senderTo(quiet.url, tokens.admin), organization, size)
    const site = await publishSpace(world, {
      title: 'Heavy',
      spaceId: heavy['space'] ?? '',
    })
    const { hostname } = await send('GET', `/orgs/${organization}`)
    return {
      organizationId: organization,
      host: `${hostname}.${instance.environment['PUBLISH_HOST']}`,
      things: place.things,
      heavy: { ...place.things, ...heavy, site: site.id },
      base: site.base,
      freshToken: async () => {
        const { db } = instance
        const accountId = users.admin
        await db.raw(`delete from api_token where label = 'Overload'`)
        return db.transaction(
          async (tx) => (await issueToken(tx, { accountId, label: 'Overload' })).secret,
        )
      },
    }
  } finally {
    wire.close()
    await close()
    await quiet.kill()
  }
}

/** As many as one request takes. */
const pagesAtOnce = 50

/** A space with a large page that both sides have changed everywhere, and many small ones. */
async function makeHeavy(
  send: Send,
  organization: string,
  { paragraphs, pages }: Size,
): Promise<Things> {
  const { id: space } = await send('POST', `/orgs/${organization}/spaces`, {
    title: 'Heavy',
    empty: true,
  })
  const content = `/spaces/${space}/content`
  const { changes, revision } = await send('POST', content, {
    changes: [insert('Large', textOf('base', paragraphs))],
  })
  for (let at = 0; at < pages; at += pagesAtOnce) {
    const some = Array.from({ length: Math.min(pagesAtOnce, pages - at) }, (_, index) =>
      insert(`Page ${at + index}`, textOf(`small ${at + index}`, 5)),
    )
    await send('POST', content, { changes: some })
  }
  const [{ page, documentId: document }] = changes
  const edit = (whose: string) => ({
    changes: [
      {
        operation: 'update_page',
        page,
        document: { markdown: textOf(whose, paragraphs) },
      },
    ],
  })
  const requests = `/spaces/${space}/change-requests`
  const { id: changeRequest } = await send('POST', requests, { subject: 'Both sides' })
  await send('POST', `${requests}/${changeRequest}/content`, edit('ours'))
  await send('POST', content, edit('theirs'))
  const things = { space, page, document, revision, changeRequest, pagePath: 'large' }
  return Object.fromEntries(
    Object.entries(things).flatMap(([kind, id]) => (id ? [[kind, String(id)]] : [])),
  )
}

async function settleNeighbour({ instance, api }: SitesWorld): Promise<Neighbour> {
  const { outsider: token } = instance.sample.tokens
  const send = senderTo(api.url, token)
  const organization = instance.sample.otherOrganization
  const { id: spaceId } = await send('POST', `/orgs/${organization}/spaces`, {
    empty: true,
  })
  const { changes } = await send('POST', `/spaces/${spaceId}/content`, {
    changes: [insert('Start', 'Start of the neighbour.\n')],
  })
  const sites = `/orgs/${organization}/sites`
  const { id } = await send('POST', sites, { title: 'Neighbour', spaces: [spaceId] })
  const { urls } = await send('POST', `${sites}/${id}/publish`)
  const { host, pathname } = new URL(urls.published)
  return { token, spaceId, page: changes[0].page, host, base: pathname }
}
