import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { send } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, type PublishedScene, tokenFor } from '#test/test-published.ts'

const most = 6

async function statuses(
  times: number,
  call: (turn: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const seen: number[] = []
  for (let turn = 0; turn < times; turn += 1) seen.push((await call(turn)).status)
  return seen
}

const madeUp = (turn: number) => `madeUpSite${String(turn).padStart(10, '0')}`
const refusedAfter = (status: number, times: number) => [
  ...Array.from({ length: times }, () => status),
  429,
  429,
]

describe('the keys of rate limits', () => {
  let api: TestApi
  let docs: PublishedScene
  before(async () => {
    api = await startTestApi({
      RATE_LIMIT_TOKEN: '1000',
      RATE_LIMIT_ADDRESS: '3',
      RATE_LIMIT_SITE: String(most),
      TRUST_PROXY: 'on',
    })
    const space = await newSpace(api, 'Guide', { Start: 'Here.' })
    docs = await newSite(api, 'Docs', [space])
  })
  after(async () => api.stop())

  const tell = async (address: string, organization: string, site: string) =>
    send(api.url, 'POST', `/v1/orgs/${organization}/sites/${site}/insights/events`, {
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: '{"events":[]}',
    })
  const find = async (address: string, url: string) =>
    send(api.url, 'POST', '/v1/urls/published', {
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })

  const ask = async (path: string) =>
    send(api.url, 'GET', path, { headers: { 'x-forwarded-for': '203.0.113.77' } })

  it('hold an address on pages and files outside the API too, and never health', async () => {
    const paths = ['/~tls/allowed?domain=a.example', '/~files/a/b/c/d.txt', '/reference']
    const seen = await statuses(most + 2, async (turn) => ask(paths[turn % 3] ?? ''))
    assert.deepEqual(seen.slice(most), [429, 429])
    assert.ok(!seen.slice(0, most).includes(429))
    assert.equal((await ask('/livez')).status, 200)
  })

  it('are not made of sites that callers make up', async () => {
    const seen = await statuses(most + 2, async (turn) =>
      tell('203.0.113.1', api.organization, madeUp(turn)),
    )
    assert.deepEqual(seen, refusedAfter(404, most))
    const looked = await statuses(most + 2, async (turn) =>
      find('203.0.113.2', `http://acme.localhost:3001/${madeUp(turn)}/`),
    )
    assert.deepEqual(looked, refusedAfter(404, most))
  })

  it('do not take a site for another organization than its own', async () => {
    const [open, others] = await Promise.all([
      newSite(api, 'Before', [docs.space]),
      newSite(api, 'Others', [docs.space], { visibility: 'visitor-auth' }),
    ])
    await statuses(most, async () =>
      tell('203.0.113.3', 'another0organization', open.site),
    )
    await statuses(most, async () => tell('203.0.113.4', api.organization, others.site))
    await statuses(most, async () => find('203.0.113.5', others.url))
    const told = await statuses(most + 1, async (turn) =>
      tell(`203.0.113.${20 + turn}`, api.organization, open.site),
    )
    assert.deepEqual(
      told.slice(0, most),
      Array.from({ length: most }, () => 204),
    )
    assert.equal(told[most], 429, 'the site itself is counted, whoever asks')
  })

  it('hold an address however many sites it asks for', async () => {
    const sites = await Promise.all(
      Array.from({ length: most + 1 }, async (_, at) =>
        newSite(api, `Site ${at}`, [docs.space]),
      ),
    )
    const seen: number[] = []
    for (const { url } of sites) seen.push((await find('203.0.113.6', url)).status)
    assert.deepEqual(seen, [...Array.from({ length: most }, () => 200), 429])
  })

  it('stay when thousands of addresses come and go', async () => {
    const visitor = { authorization: `Bearer ${await tokenFor(api, docs.url)}` }
    const read = async () =>
      send(api.url, 'GET', `/v1/spaces/${docs.space}`, { headers: visitor })
    await statuses(most, read)
    assert.equal((await read()).status, 429)
    for (let round = 0; round < 260; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, at) =>
          send(api.url, 'GET', '/v1/', {
            headers: { 'x-forwarded-for': `2001:db8:${round.toString(16)}:${at}::1` },
          }),
        ),
      )
    }
    assert.equal((await read()).status, 429)
  })

  it('except the renderer from its address, on every route', async () => {
    const renderer = {
      authorization: `Bearer ${api.services.config.RENDERER_SECRET}`,
      'x-forwarded-for': '203.0.113.7',
    }
    const seen = await statuses(6, async () =>
      send(api.url, 'GET', '/v1/', { headers: renderer }),
    )
    assert.deepEqual(new Set(seen), new Set([200]))
  })
})
