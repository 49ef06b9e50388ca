import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { indexSpace } from '@lectern/server/features/writing/search/index-space.ts'

import { createTestSpace } from '../../server/test/test-edits.ts'
import { publishSpec, specJobs } from '../../server/test/test-openapi.ts'
import { ok } from '../../server/test/test-published.ts'
import { insertComputed } from '../../server/test/test-specs.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

const operation = (tag: string, operationId: string, summary: string) => ({
  get: {
    tags: [tag],
    operationId,
    summary,
    responses: { 200: { description: 'All is well' } },
  },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Zoo', version: '1', description: 'Everything about the zoo.' },
  tags: [
    { name: 'Pets', description: 'Pets are animals that live with people.' },
    { name: 'Keepers' },
  ],
  paths: {
    '/pets': operation('Pets', 'findQuokkas', 'List all pets'),
    '/cages': operation('Pets', 'findCages', 'List all cages'),
    '/keepers': operation('Keepers', 'findKeepers', 'List all keepers'),
  },
}

describe('pages that are made from a specification, on a site', () => {
  let world: TestSites
  let site: TestSite
  let specId: string

  before(async () => {
    world = await startTestSites()
    specId = await publishSpec(world.api, 'zoo', document)
    const space = await createTestSpace(world.api)
    await space.edit(insertComputed('zoo'))
    const { spaceId } = space
    const { organization: organizationId, services } = world.api
    await indexSpace(services, { organizationId, spaceId })
    site = await publishSite(world, [spaceId])
    await until(() => world.sites.isLive())
  })
  after(async () => world.stop())

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await world.read(site.base + path, { headers })
    assert.equal(reply.status, 200, `${path}: ${reply.body.slice(0, 200)}`)
    return reply.body
  }
  const shows = async () =>
    Promise.all(
      ['zoo/pets', 'zoo/pets.md', 'llms-full.txt', '~pdf'].map((path) => get(path)),
    )
  const hits = async (query: string) => {
    const found = await get(`~search?q=${query}`, { accept: 'application/json' })
    return JSON.parse(found).hits.map(({ href }: { href: string }) => href.split('#')[0])
  }

  it('say what their tag says once, and show its operations', async () => {
    const body = await get('zoo/pets')
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
    assert.equal(main.split('Pets are animals that live with people.').length, 2)
    assert.match(main, /<div class="api-operation" id="get-pets">/)
    assert.match(main, /List all cages/)
    assert.doesNotMatch(main, /List all keepers/)
  })

  it('stand in the sitemap', async () => {
    const sitemap = await get('sitemap-pages.xml')
    for (const path of ['', 'zoo/pets', 'zoo/keepers']) {
      assert.ok(sitemap.includes(`${site.base}${path}</loc>`), sitemap)
    }
  })

  it('are printed with their operations', async () => {
    const body = await get('~pdf')
    assert.match(body, /Everything about the zoo/)
    for (const word of ['pets', 'cages', 'keepers']) {
      assert.match(body, new RegExp(`List all ${word}`))
    }
  })

  it('are found by the ids of their operations', async () => {
    assert.deepEqual(await hits('findQuokkas'), [`${site.base}zoo/pets`])
    assert.deepEqual(await hits('findKeepers'), [`${site.base}zoo/keepers`])
  })

  it('say their operations in Markdown', async () => {
    const markdown = await get('zoo/pets.md')
    assert.match(markdown, /^# Pets\n/)
    assert.match(markdown, /List all pets/)
    assert.match(markdown, /GET https?:\/\/\S*\/pets|`?GET \/pets/i)
    assert.match(markdown, /All is well/)
    assert.doesNotMatch(markdown, /openapi-operation/)
  })

  it('show visitors nothing of what an overlay hides', async () => {
    for (const body of await shows()) assert.match(body, /List all cages/)
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Hide', version: '1' },
      actions: [
        { target: "$.paths['/cages']", remove: true },
        { target: "$.paths['/pets'].get", update: { summary: 'List each animal' } },
      ],
    }
    const target = `/orgs/${world.api.organization}/openapi/zoo/overlays/hide`
    await ok(world.api.as('admin').put(target, { text: JSON.stringify(overlay) }))
    const jobs = specJobs(world.api)
    await jobs.show(specId)
    await jobs.follow(specId)
    await until(async () => !(await get('zoo/pets')).includes('List all cages'))
    for (const body of await shows()) {
      assert.match(body, /List each animal/)
      assert.doesNotMatch(body, /List all cages/)
    }
  })
})
