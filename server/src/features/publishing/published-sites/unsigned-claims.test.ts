import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'

import { createTextCache } from '#/platform/caches/text-cache.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
} from '#test/test-published.ts'

import { issueToken } from './visitors.ts'

const language = { type: 'string' }
const unsigned = { type: 'object', properties: { language }, additionalProperties: false }
const jsonSchema = {
  type: 'object',
  properties: { unsigned },
  additionalProperties: false,
}

describe('visitors who say much of themselves', () => {
  let api: TestApi
  let scene: PublishedScene
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Manual', { Start: 'Text.' })
    scene = await newSite(api, 'Adaptive', [space])
    const site = `/orgs/${api.organization}/sites/${scene.site}`
    await ok(api.as('admin').put(`${site}/adaptive-schema`, { jsonSchema }))
    await ok(api.as('admin').patch(site, { adaptiveContent: { enabled: true } }))
  })
  after(async () => api.stop())

  const saying = async (text: string) =>
    resolve(api, scene.url, { visitor: { unsignedClaims: { language: text } } })

  it('are refused beyond 4 KB, and told so', async () => {
    const { status, body } = await saying('x'.repeat(4096))
    assert.equal(status, 400)
    assert.match(body.error.message, /unsignedClaims must have at most 4096 bytes/)
    assert.equal((await saying('x'.repeat(1_900_000))).status, 413)
  })

  it('leave behind no more bytes than the table of limits says', async () => {
    // What is too long is refused: whatever was accepted is stored.
    for (const length of [2040, 8000, 100_000, 900_000]) {
      await saying('ж'.repeat(length))
    }
    const page = await readFile(
      new URL('../../../../../docs/limits.md', import.meta.url),
      'utf8',
    )
    const row = page
      .split('\n')
      .find((line) => line.includes('`resolvePublishedContentByUrl`'))
    const kilobytes = /\| (\d+) KB /.exec(row ?? '')?.[1]
    const [stored] = await api.rows(
      'select max(pg_column_size(t.*) + octet_length(grounds::text)) as bytes from site_token t',
      [],
    )
    assert.ok(
      Number(stored?.['bytes']) < Number(kilobytes) * 1024,
      JSON.stringify(stored),
    )
  })

  it('get no token when there are very many already, unlike others', async () => {
    const of = { organizationId: api.organization, siteId: scene.site }
    const cache = createTextCache({ bytesMax: 1_000_000 })
    const hour = Math.floor(api.services.clock.now().getTime() / 3_600_000)
    for (const at of [hour, hour + 1]) {
      cache.set(`unsigned tokens ${of.siteId} ${at}`, '5000')
    }
    const place = { spaceId: scene.space, audience: 'a' }
    const issue = async (claims: object) =>
      issueToken({ ...api.services, texts: cache }, of, { claims: { ...claims } }, place)
    await assert.rejects(issue({ unsigned: { language: 'fr' } }), { status: 429 })
    assert.ok(await issue({ beta: true }))
  })
})
