import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { read } from '@lectern/content/read/read.ts'

import type { PrintContent } from '#/serve/print/print-content.ts'
import { printedParts } from '#/serve/print/print-parts.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  apiDocument,
  operationBlock,
  publishSpec,
} from '../../server/test/test-openapi.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

const schemas = {
  servers: [{ url: 'https://pets.example.com/v1' }],
  components: { schemas: { Pet: { type: 'object', description: 'An animal.' } } },
}

describe('pages of a site that show a specification', () => {
  let world: TestSites
  let site: TestSite

  before(async () => {
    world = await startTestSites()
    await publishSpec(
      world.api,
      'pets',
      apiDocument({ '/pets': 'List all pets', '/cats': 'List all cats' }, schemas),
    )
    const space = await createTestSpace(world.api)
    const { changes } = await space.edit({
      operation: 'insert_reusable_content',
      title: 'Shared',
      document: { markdown: operationBlock('pets', '/cats') },
    })
    const [{ reusableContent }] = changes
    await space.edit(
      {
        operation: 'insert_page',
        title: 'Pets',
        document: {
          markdown: `Before.\n\n${operationBlock('pets', '/pets')}\n${operationBlock('pets', '/dogs')}\n${operationBlock('nowhere', '/pets')}`,
        },
      },
      {
        operation: 'insert_page',
        title: 'Cats',
        document: {
          markdown: `${operationBlock('PETS', '/cats')}\n{% openapi-schemas spec="pets" schemas="Pet" %}\n{% endopenapi-schemas %}\n`,
        },
      },
      {
        operation: 'insert_page',
        title: 'Including',
        document: { markdown: `{% include "/reusable-content/${reusableContent}" %}\n` },
      },
    )
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  const renders = async () => world.sites.metrics.read('renders', 'body')
  const calls = async () => world.sites.metrics.read('apiCalls', 'readOpenAPISpecParts')

  it('show it to readers, with one question for each specification of a page', async () => {
    const before_ = await calls()
    const { status, body } = await world.read(site.base)
    assert.equal(status, 200)
    assert.match(body, /List all pets/)
    assert.match(body, /All is well/)
    assert.match(body, /no longer part of the specification/)
    // What the author wrote shows where there is no such specification.
    assert.match(body, /<div class="api" id="get-pets-1">/)
    await world.sites.snapshotIdle()
    const cats = await world.read(`${site.base}cats`)
    assert.match(cats.body, /List all cats/)
    assert.match(cats.body, /An animal\./)
    const asked = await calls()
    assert.ok(asked - before_ >= 2)
    await world.read(site.base)
    assert.equal(await calls(), asked)
  })

  it('say the same in Markdown, alone and all together', async () => {
    const one = await world.read(`${site.base}pets.md`)
    assert.match(one.body, /^# Pets\n/)
    assert.match(one.body, /All is well/)
    assert.match(one.body, /`get \/dogs` is no longer part/)
    assert.match(one.body, /spec="nowhere"/)
    assert.doesNotMatch(one.body, /spec="pets"/)
    const all = await world.read(`${site.base}llms-full.txt`)
    assert.match(all.body, /All is well/)
    assert.match(all.body, /An animal\./)
  })

  it('show it in reusable contents, and may ask its server', async () => {
    const { body, headers } = await world.read(`${site.base}including`)
    assert.match(body, /<div class="api-operation" id="get-cats">/)
    assert.match(body, /List all cats/)
    const policy = String(headers['content-security-policy']).split('; ')
    const connect = policy.find((each) => each.startsWith('connect-src'))
    assert.equal(connect, "connect-src 'self' https://pets.example.com")
  })

  it('are printed with it', async () => {
    const { status, body } = await world.read(`${site.base}~pdf`)
    assert.equal(status, 200)
    assert.match(body, /List all cats/)
    assert.match(body, /All is well/)
  })

  it('are printed by workers with it, who read it as the renderer alone may', async () => {
    const { url, organization, services } = world.api
    const rendererSecret = services.config.RENDERER_SECRET ?? ''
    const body = read(operationBlock('pets', '/cats') + operationBlock('nowhere', '/'))
    const content = {
      organization: { id: organization, title: 'Acme' },
      pages: [],
      files: [],
      reusableContents: [{ id: 'one', document: body.document }],
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what parts are read of is all that is asked for
    const print = content as unknown as PrintContent
    const part = await printedParts({ apiUrl: url, rendererSecret }, print)
    const cats = part('pets', 'operation', 'get /cats')
    assert.ok(typeof cats === 'object' && 'summary' in cats)
    assert.equal(cats.summary, 'List all cats')
    assert.equal(part('nowhere', 'operation', 'get /'), undefined)

    const target = `${url}/~render/orgs/${organization}/openapi/pets/parts`
    const ask = async (token: string, parts: unknown) =>
      fetch(target, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ parts }),
      })
    assert.equal((await ask(world.api.tokens.admin, [])).status, 401)
    for (const parts of [
      undefined,
      [{ kind: 'page', name: 'x' }],
      [{ kind: 'schema', name: 'x'.repeat(2001) }],
      Array.from({ length: 501 }, () => ({ kind: 'schema', name: 'Pet' })),
    ]) {
      assert.equal((await ask(rendererSecret, parts)).status, 400)
    }
  })

  it('are rendered again only where a new version says something else', async () => {
    await until(() => world.sites.isLive())
    await world.read(site.base)
    await world.read(`${site.base}cats`)
    const before_ = await renders()
    const summaries = { '/pets': 'List some pets', '/cats': 'List all cats' }
    await publishSpec(world.api, 'pets', apiDocument(summaries, schemas))
    await until(async () => (await world.read(site.base)).body.includes('List some pets'))
    assert.equal(await renders(), before_ + 1)
    assert.match((await world.read(`${site.base}cats`)).body, /List all cats/)
    assert.equal(await renders(), before_ + 1)
  })

  it('follow a new version at once, without a new revision of the space', async () => {
    await until(() => world.sites.isLive())
    await publishSpec(
      world.api,
      'pets',
      apiDocument({ '/pets': 'List each pet', '/dogs': 'List all dogs' }, schemas),
    )
    await until(async () => {
      const { body } = await world.read(site.base)
      return body.includes('List each pet') && body.includes('List all dogs')
    })
    const { body } = await world.read(`${site.base}cats`)
    assert.match(body, /no longer part of the specification/)
  })

  it('go on being there while the api is away, after a restart too', async () => {
    await world.read(site.base)
    await world.read(`${site.base}cats`)
    await world.sites.snapshotIdle()
    await world.api.stop()
    assert.match((await world.read(site.base)).body, /List (?:each|all) pets?/)
    await world.restart()
    const { status, body } = await world.read(site.base)
    assert.equal(status, 200)
    assert.match(body, /List (?:each|all) pets?/)
    assert.match(body, /All is well/)
  })
})
