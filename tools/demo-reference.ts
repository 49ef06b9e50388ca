import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from '@lectern/contract/client.ts'

const root = path.resolve(import.meta.dirname, '..')
const spaceTitle = 'API reference'
const slug = 'lectern'
const readMsMax = 120_000

interface Place {
  /** The address of the api, without `/v1`. */
  readonly url: string
  readonly organization: string
}

/** Makes a space with the pages of Lectern's own interface; gives the one that is there already. */
export async function writeReference(client: Client, place: Place): Promise<string> {
  const params = { organizationId: place.organization }
  await publishSpecification(client, place)
  const { items } = await client.call('listSpacesInOrganizationById', {
    params,
    query: { limit: 1000 },
  })
  const there = items.find(({ title }) => title === spaceTitle)
  if (there !== undefined) return there.id
  const { id: spaceId } = await client.call('createSpace', {
    params,
    body: { title: spaceTitle, empty: true },
  })
  await client.call('updateSpaceContent', {
    params: { spaceId },
    body: {
      changes: [
        {
          operation: 'insert_computed',
          title: spaceTitle,
          computed: {
            type: 'builtin:openapi',
            props: { models: true },
            dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
          },
        },
      ],
    },
  })
  return spaceId
}

/** Publishes the document of the interface, with the address of this server in it. */
async function publishSpecification(
  client: Client,
  { url, organization }: Place,
): Promise<void> {
  const file = path.join(root, 'contract/openapi.json')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the repository, which is a document
  const document = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const servers = [{ url: `${url}/v1`, description: 'This server.' }]
  const text = JSON.stringify({ ...document, servers })
  const params = { organizationId: organization, specSlug: slug }
  await client.call('createOrUpdateOpenAPISpecBySlug', {
    params,
    body: { source: { text } },
  })
  const deadline = Date.now() + readMsMax
  for (;;) {
    const { processingState } = await client.call('getOpenAPISpecBySlug', { params })
    if (processingState === 'complete') return
    if (Date.now() > deadline) throw new Error('The specification was not read in time')
    await sleep(200)
  }
}
