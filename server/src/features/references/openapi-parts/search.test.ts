import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Stopped } from '#/platform/jobs/job.ts'
import { indexTestSpace } from '#test/search/test-index.ts'
import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestCaller,
} from '#test/test-api.ts'
import { operationBlock, publishSpec, specJobs } from '#test/test-openapi.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

const operation = (name: string) => ({
  operationId: `fetch${name}Giraffes`,
  summary: `Quokkas of ${name}`,
  parameters: [
    { name: `wombat${name}`, in: 'query', description: 'How many', schema: {} },
  ],
  responses: {
    200: {
      description: 'All',
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/Numbat${name}` } },
      },
    },
  },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Animals', version: '1' },
  paths: {
    '/alpha/kinkajous': { get: operation('Alpha') },
    '/beta/kinkajous': { get: operation('Beta') },
    '/unshown/kinkajous': { get: operation('Unshown') },
  },
  components: {
    schemas: {
      NumbatAlpha: { type: 'object', properties: { stripesAlpha: {} } },
      NumbatBeta: { type: 'object', properties: { stripesBeta: {} } },
      NumbatUnshown: { type: 'object', properties: { stripesUnshown: {} } },
    },
  },
}

const wordsOf = (name: string) => [
  `/${name.toLowerCase()}/kinkajous`,
  `fetch${name}Giraffes`,
  `"Quokkas of ${name}"`,
  `wombat${name}`,
  `Numbat${name}`,
  `stripes${name}`,
]

describe('a search', () => {
  let api: TestApi
  let space: string
  let specId: string
  let scene: PublishedScene
  let visitor: TestCaller
  const admin = () => api.as('admin')
  before(async () => {
    api = await startTestApi()
    specId = await publishSpec(api, 'animals', document)
    const forPro = '{% if visitor.claims.plan == "pro" %}'
    space = await newSpace(api, 'Manual', {
      Zoo: `Intro.\n\n## Feeding\n\n${operationBlock('animals', '/alpha/kinkajous')}\n`,
      Closed: `${forPro}\n\n${operationBlock('animals', '/beta/kinkajous')}\n\n{% endif %}\n`,
    })
    scene = await newSite(api, 'Site', [space], { visibility: 'public' })
    visitor = api.withToken(await tokenFor(api, scene.url))
    await indexTestSpace(api, space)
  })
  after(async () => api.stop())

  const found = async (query: string): Promise<TestBody[]> => {
    const url = `/spaces/${space}/search?query=${encodeURIComponent(query)}`
    return (await ok(admin().get(url))).items
  }
  const titles = async (query: string, caller?: TestCaller) => {
    if (caller === undefined) return (await found(query)).map(({ title }) => title)
    const url = `/orgs/${api.organization}/sites/${scene.site}/search`
    const { items } = await ok(caller.post(url, { query }))
    return items.flatMap(({ pages }: TestBody) =>
      pages.map(({ title }: TestBody) => title),
    )
  }

  it('finds an operation by its path, id, summary, parameters and schemas', async () => {
    for (const word of wordsOf('Alpha')) {
      assert.deepEqual((await titles(word))[0], 'Zoo', word)
      assert.deepEqual((await titles(word, visitor))[0], 'Zoo', word)
    }
    const [page] = await found('fetchAlphaGiraffes')
    const [section] = page?.sections ?? []
    assert.equal(section.title, 'Feeding')
    assert.doesNotMatch(JSON.stringify(page), /Giraffes|wombat/)
  })

  it('finds nothing that no page shows, or that the reader does not see', async () => {
    for (const word of wordsOf('Unshown').slice(1)) {
      assert.deepEqual(await titles(word), [], word)
    }
    for (const word of wordsOf('Beta').slice(1)) {
      assert.deepEqual((await titles(word))[0], 'Closed', word)
      assert.deepEqual(await titles(word, visitor), [], word)
    }
  })

  it('follows the specification: what an overlay hides is not found any more', async () => {
    const organizationId = api.organization
    const follow = async () => {
      await specJobs(api).show(specId)
      await specJobs(api).follow(specId)
      await indexTestSpace(api, space)
    }
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Hide', version: '1' },
      actions: [
        { target: "$.paths['/alpha/kinkajous'].get.operationId", remove: true },
        { target: '$.components.schemas.NumbatAlpha.properties', remove: true },
      ],
    }
    const url = `/orgs/${organizationId}/openapi/animals/overlays/hide`
    await ok(admin().put(url, { text: JSON.stringify(overlay) }))
    await follow()
    for (const word of ['fetchAlphaGiraffes', 'stripesAlpha']) {
      assert.deepEqual(await titles(word), [], word)
      assert.deepEqual(await titles(word, visitor), [], word)
    }
    assert.deepEqual((await titles('wombatAlpha', visitor))[0], 'Zoo')
    await ok(admin().delete(url))
    await follow()
    assert.deepEqual((await titles('fetchAlphaGiraffes'))[0], 'Zoo')
  })

  it('finds nothing of a specification that is deleted', async () => {
    await ok(admin().delete(`/orgs/${api.organization}/openapi/animals`))
    const stopped = specJobs(api).index('animals', AbortSignal.abort())
    await assert.rejects(stopped, Stopped)
    await specJobs(api).index('animals')
    for (const word of ['fetchAlphaGiraffes', 'wombatAlpha', 'NumbatBeta']) {
      assert.deepEqual(await titles(word), [], word)
    }
    const { items } = await ok(admin().get(`/spaces/${space}/search?query=intro`))
    assert.equal(items[0].title, 'Zoo')
  })
})
