import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import { makeProvider } from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { apiCheck } from './doctor/api-check.ts'
import { providerCheck } from './doctor/provider-check.ts'

const dayMs = 86_400_000

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const idpUntil = (ends?: Date) =>
  new TestIdp('https://idp.example/metadata', makeIdentity({ ...(ends && { ends }) }))

describe('the doctor', () => {
  let api: TestApi
  let client: Client
  before(async () => {
    api = await startTestApi()
    client = new Client({ connectionString: api.databaseUrl })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await api.stop()
  })

  const judgeProviders = async () => providerCheck(client).judge()

  async function provide(idp: TestIdp, given = {}): Promise<string> {
    await client.query('delete from saml_provider where organization_id = $1', [
      api.organization,
    ])
    return (await makeProvider(api, idp, given)).id
  }

  const judged = async (PUBLIC_URL: string, LECTERN_ENV = 'production') =>
    apiCheck(
      readConfig({
        LECTERN_ENV,
        DATABASE_URL: api.databaseUrl,
        SECRET_KEYS: 'k'.repeat(40),
        RENDERER_SECRET: 'r'.repeat(40),
        FILES_URL: 'https://files.example/~files',
        PUBLIC_URL,
      }),
    ).judge()

  describe('asks PUBLIC_URL', () => {
    it('and is content where an api answers', async () => {
      const { status, detail } = await judged(api.url)
      assert.equal(status, 'ok', detail)
      assert.match(detail, /answers with release \d+\.\d+\.\d+/)
    })

    it('and warns of an installation where nobody answers', async () => {
      const away = 'http://127.0.0.1:1'
      const { status, detail, remedy } = await judged(away)
      assert.equal(status, 'warn')
      assert.match(detail, /127\.0\.0\.1:1 does not answer from here \(.+\)/)
      assert.match(remedy ?? '', /Start an api/)
      assert.equal((await judged(away, 'development')).status, 'ok')
    })

    it('and fails where something else answers', async () => {
      for (const [status, text] of [
        [200, '<h1>Welcome to nginx</h1>'],
        [200, '{"version":1}'],
        [301, ''],
        [404, '{"version":"0.1.0","build":"2026-01-01T00:00:00.000Z"}'],
      ] as const) {
        const server = createServer((_request, reply) => {
          reply.writeHead(status, { location: api.url }).end(text)
        })
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
        const { port } = server.address() as AddressInfo
        const verdict = await judged(`http://127.0.0.1:${port}`)
        assert.deepEqual([verdict.status, text], ['FAIL', text])
        assert.match(verdict.detail, /something else than an api/)
        server.close()
      }
    })
  })

  describe('looks at identity providers', () => {
    it('and is content with none, with one that is not active, and with one that works', async () => {
      assert.deepEqual(await judgeProviders(), { status: 'ok', detail: 'none' })
      await provide(idpUntil(inDays(-10)), { certificate: '' })
      assert.equal((await judgeProviders()).detail, 'none')
      await provide(idpUntil())
      assert.deepEqual(await judgeProviders(), { status: 'ok', detail: '1 active' })
    })

    it('and warns of certificates that have expired or soon will, of two of the newer one', async () => {
      const id = await provide(idpUntil(inDays(-1)))
      const expired = await judgeProviders()
      assert.equal(expired.status, 'warn')
      assert.ok(expired.detail.includes(`${id} of organization ${api.organization}`))
      assert.match(expired.detail, /1 of 1 need a look: .*has expired/)
      await provide(idpUntil(inDays(10.5)))
      assert.match((await judgeProviders()).detail, /expires in 10 days/)
      const [old, fresh] = [idpUntil(inDays(3)), idpUntil(inDays(300))]
      const certificate = old.identity.certificate + fresh.identity.certificate
      await provide(old, { certificate })
      assert.equal((await judgeProviders()).status, 'ok')
    })

    it('and of what is stored and cannot be used', async () => {
      await provide(idpUntil())
      for (const [column, value, words] of [
        ['certificate', 'none', /must be an X\.509 certificate/],
        ['entity_id', ' ', /entity id is empty/],
        ['sso_url', 'ftp://idp.example', /URL is none/],
      ] as const) {
        await client.query('begin')
        await client.query(
          `update saml_provider set ${column} = $1 where organization_id = $2`,
          [value, api.organization],
        )
        const { status, detail } = await judgeProviders()
        await client.query('rollback')
        assert.equal(status, 'warn')
        assert.match(detail, words)
      }
    })
  })
})
