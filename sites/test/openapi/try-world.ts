import { buildAssets } from '#/assets/build-assets.ts'

import { createTestSpace } from '../../../server/test/test-edits.ts'
import {
  apiDocument,
  operationBlock,
  publishSpec,
} from '../../../server/test/test-openapi.ts'
import {
  publishSite,
  type SiteReply,
  startTestSites,
  type TestSite,
  type TestSites,
} from '../test-sites.ts'
import type { TryApi } from './try-api.ts'

/** Nothing that is kept or logged may hold one of these. */
export const plantedSecrets = [
  'planted-header-7f3b1c9d',
  'planted-key-0a4e6d2b',
  'planted-body-5c8f1e7a',
] as const

export interface TryWorld {
  readonly world: TestSites
  readonly site: TestSite
  /** Asks the site to send a request, as its pages do. */
  readonly send: (
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<SiteReply>
  readonly stop: () => Promise<void>
}

/** A published site with operations of an API that browsers may not ask, sent by the site itself. */
export async function startTryWorld(
  target: TryApi,
  environment: Record<string, string> = {},
): Promise<TryWorld> {
  const world = await startTestSites(
    {
      OPENAPI_PROXY: 'on',
      OPENAPI_PROXY_RATE_LIMIT: '0',
      EGRESS_ALLOWED_NETWORKS: '127.0.0.2/32',
      ...environment,
    },
    await buildAssets(),
  )
  const operation = { responses: { 200: { description: 'All is well' } } }
  const paths = Object.fromEntries(
    ['/pets', '/gone', '/html', '/cookies', '/redirect'].map((path) => [
      path,
      { get: operation, post: operation },
    ]),
  )
  const servers = [{ url: `${target.url}/v1` }, { url: 'http://127.0.0.3:9/v1' }]
  await publishSpec(world.api, 'pets', apiDocument({}, { paths, servers }))
  const space = await createTestSpace(world.api)
  await space.edit(
    page('Start', 'Words.\n'),
    page('Pets', operationBlock('pets', '/pets')),
    page('Html', operationBlock('pets', '/html')),
  )
  const site = await publishSite(world, [space.spaceId])
  return {
    world,
    site,
    send: async (body, headers = { 'sec-fetch-site': 'same-origin' }) =>
      world.read(`${site.base}~try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => world.stop(),
  }
}

function page(title: string, markdown: string) {
  return { operation: 'insert_page', title, document: { markdown } } as const
}
