import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, ok, resolve, tokenFor } from '#test/test-published.ts'

import { revalidateSubscriber } from './revalidate.ts'

async function withApi(
  environment: Record<string, string>,
  run: (api: TestApi) => Promise<void>,
): Promise<void> {
  const api = await startTestApi(environment)
  try {
    await run(api)
  } finally {
    await api.stop()
  }
}

describe('where sites are found', () => {
  it('is below one URL on installations that are set up so, but not for signed-in visitors', async () => {
    await withApi({ PUBLISH_URL: 'https://docs.example.com/all' }, async (api) => {
      const space = await newSpace(api, 'Guide', { Start: 'Here.' })
      const { site, url } = await newSite(api, 'Docs', [space])
      const { hostname } = await ok(api.as('admin').get(`/orgs/${api.organization}`))
      const { basename } = await ok(
        api.as('admin').get(`/orgs/${api.organization}/sites/${site}`),
      )
      const shared = `https://docs.example.com/all/${hostname}/${basename}/`
      const found = await ok(resolve(api, `${shared}start`))
      assert.deepEqual(
        [found.site, found.pathname, found.siteBasePath, found.canonicalUrl],
        [site, '/start', new URL(shared).pathname, `${shared}start`],
      )
      const elsewhere = [
        url,
        `https://docs.example.com/${hostname}/${basename}/`,
        `https://other.example.com/all/${hostname}/${basename}/`,
        'https://docs.example.com/all/',
      ]
      for (const other of elsewhere) {
        assert.equal((await resolve(api, other)).status, 404, other)
      }
      // A site may have this visibility from before the installation had a shared URL.
      await api.rows(
        `update site set visibility = 'visitor-auth', epoch = epoch + 1 where id = $1`,
        [site],
      )
      assert.equal((await resolve(api, shared)).status, 404)
    })
  })

  it('is where it was before its organization got another name, by a redirect, for a time', async () => {
    for (const shared of [{}, { PUBLISH_URL: 'https://docs.example.com/all' }]) {
      await withApi(shared, async (api) => {
        const path = `/orgs/${api.organization}`
        const space = await newSpace(api, 'Guide', { Start: 'Here.' })
        const { site } = await newSite(api, 'Docs', [space])
        const { urls } = await ok(api.as('admin').get(`${path}/sites/${site}`))
        await ok(api.as('admin').patch(path, { hostname: 'renamed' }))
        const now = await ok(api.as('admin').get(`${path}/sites/${site}`))
        const asked = `${urls.published}start?a=1`
        assert.deepEqual(await ok(resolve(api, asked)), {
          target: 'content',
          redirect: `${now.urls.published}start?a=1`,
        })
        await api.rows(
          `update subdomain set kept_until = now() where kept_until is not null`,
        )
        assert.equal((await resolve(api, asked)).status, 404)
      })
    }
  })

  it('is a host name of its own once that is live', async () => {
    await withApi({}, async (api) => {
      const space = await newSpace(api, 'Guide', { Start: 'Here.' })
      const { site, url } = await newSite(api, 'Docs', [space])
      const own = 'https://docs.customer.example/'
      await ok(
        api.as('admin').put('/custom-hostnames/docs.customer.example', {
          target: { type: 'site', site },
        }),
      )
      assert.equal((await resolve(api, own)).status, 404)
      await api.rows('update custom_hostname set live_since = now()')
      await api.rows(
        'update site set hostname_live = true, epoch = epoch + 1 where id = $1',
        [site],
      )
      const found = await ok(resolve(api, `${own}start`))
      assert.deepEqual(
        [found.site, found.siteBasePath, found.pathname, found.canonicalUrl],
        [site, '/', '/start', `${own}start`],
      )
      assert.equal((await ok(resolve(api, `${url}start`))).canonicalUrl, `${own}start`)
    })
  })
})

describe('readers of a site', () => {
  it('are counted together, apart from everybody else', async () => {
    await withApi({ RATE_LIMIT_SITE: '5', RATE_LIMIT_ADDRESS: '2' }, async (api) => {
      const space = await newSpace(api, 'Guide', { Start: 'Here.' })
      const { url } = await newSite(api, 'Docs', [space])
      const other = await newSite(api, 'Other', [space])
      const visitor = api.withToken(await tokenFor(api, url))
      const statuses: number[] = []
      for (let round = 0; round < 5; round += 1) {
        statuses.push((await visitor.get(`/spaces/${space}`)).status)
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 429])
      assert.equal((await resolve(api, url)).status, 429)
      const renderer = api.withToken(api.services.config.RENDERER_SECRET ?? '')
      assert.equal((await renderer.post('/urls/published', { url })).status, 429)
      for (let round = 0; round < 5; round += 1) {
        const { status } = await renderer.post('/urls/published', { url: other.url })
        assert.equal(status, 200)
      }
      const tooMany = await renderer.post('/urls/published', { url: other.url })
      assert.equal(tooMany.status, 429)
      assert.ok(Number(tooMany.headers.get('retry-after')) >= 1)
      for (let round = 0; round < 4; round += 1) {
        assert.equal((await renderer.get('/user')).status, 401)
      }
    })
  })
})

describe('a renderer that is not ours', () => {
  it('is told of a change with a signature, and again when it does not answer well', async () => {
    const received: { body: string; signature: unknown }[] = []
    let status = 200
    const server = createServer((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const signature = request.headers['x-gitbook-signature']
        received.push({ body: Buffer.concat(parts).toString(), signature })
        reply.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const environment = {
      REVALIDATE_URL: `http://127.0.0.1:${address.port}/~gitbook/revalidate`,
      REVALIDATE_SECRET: 'between us',
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    }
    await withApi(environment, async (api) => {
      const { services, organization } = api
      const event = (type: string, subject: string, payload: object) => ({
        organizationId: organization,
        id: 'e1',
        occurredAt: new Date().toISOString(),
        type,
        subject,
        payload,
      })
      const { deliver, wants } = revalidateSubscriber
      await deliver(event('space_content_updated', 'space:s1', {}), services)
      await deliver(
        event('change_request_merged', 'change-request:c1', { spaceId: 's2' }),
        services,
      )
      assert.deepEqual(
        received.map(({ body }) => body),
        ['{"tags":["space:s1"]}', '{"tags":["space:s2"]}'],
      )
      const slug = { specId: 'i', slug: 'Pets' }
      const shown = event('openapi_spec_shown', 'openapi-spec:i', slug)
      await deliver(shown, services)
      const specTag = `organization:${organization}:openapi`
      const specTags = { tags: [`${specTag}:Pets`, `${specTag}:pets`] }
      assert.equal(received.at(-1)?.body, JSON.stringify(specTags))
      for (const { body, signature } of received) {
        const expected = createHmac('sha256', 'between us').update(body).digest('hex')
        assert.equal(signature, expected)
      }
      const space = await newSpace(api, 'Shown', { Start: 'Here.' })
      const { site } = await newSite(api, 'Docs', [space])
      await api.as('admin').post(`/orgs/${organization}/sites`, { spaces: [space] })
      await deliver(event('space_content_updated', `space:${space}`, {}), services)
      assert.equal(received.at(-1)?.body, `{"tags":["space:${space}","site:${site}"]}`)
      status = 500
      await assert.rejects(deliver(event('site_updated', 'site:x', {}), services), /500/)
      assert.ok(wants('openapi_spec_shown') && wants('openapi_spec_deleted'))
      assert.ok(wants('site_updated') && !wants('site_view') && !wants('team_created'))
    })
    server.close()
  })
})
