import assert from 'node:assert/strict'

import type { TestApi, TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'

export interface RedirectScene {
  readonly site: TestSite
  /** The site-space shown first, with the pages `start` and `start/install`. */
  readonly guides: string
  readonly guidesSpace: string
  readonly start: string
  readonly install: string
  /** Another site-space, at `reference`, with the page `calls`. */
  readonly reference: string
  readonly calls: string
  readonly root: string
}

/** A published site with two site-spaces and a few pages. */
export async function redirectScene(api: TestApi): Promise<RedirectScene> {
  const nodes = nodesOf(api)
  const guidesSpace = await nodes.space({ title: 'Guides' })
  const referenceSpace = await nodes.space({ title: 'Reference' })
  const [start = ''] = await pages(api, guidesSpace, [{ title: 'Start' }])
  const [install = ''] = await pages(api, guidesSpace, [
    { title: 'Install', into: start },
  ])
  const [calls = ''] = await pages(api, referenceSpace, [{ title: 'Calls' }])
  const site = await sitesOf(api)({ spaces: [guidesSpace, referenceSpace] })
  const { structure } = await site.structure()
  const published = await api.as('admin').post(`${site.path}/publish`)
  assert.equal(published.status, 200)
  return {
    site,
    guides: structure[0].id,
    guidesSpace,
    start,
    install,
    reference: structure[1].id,
    calls,
    root: published.body.urls.published,
  }
}

/** Writes pages into a space and gives their ids. */
async function pages(
  api: TestApi,
  spaceId: string,
  wanted: readonly { title: string; into?: string }[],
): Promise<string[]> {
  const changes = wanted.map((page, index) => ({
    operation: 'insert_page',
    ref: `page${index}`,
    document: { markdown: 'Text.' },
    ...page,
  }))
  await change(api, spaceId, changes)
  const { body } = await api.as('admin').get(`/spaces/${spaceId}/content/pages`)
  const all = flat(body.pages)
  return wanted.map(({ title }) => all.findLast((page) => page.title === title)?.id ?? '')
}

export async function change(
  api: TestApi,
  spaceId: string,
  changes: readonly object[],
): Promise<void> {
  const reply = await api.as('admin').post(`/spaces/${spaceId}/content`, { changes })
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
}

function flat(found: readonly TestBody[]): TestBody[] {
  return found.flatMap((page) => [page, ...flat(page.pages ?? [])])
}
