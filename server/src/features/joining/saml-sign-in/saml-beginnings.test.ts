import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { send } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  requestXmlIn,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('beginning to sign in with an identity provider', () => {
  let api: TestApi
  const idp = new TestIdp()
  let provider: TestProvider
  before(async () => {
    api = await startTestApi()
    provider = await makeProvider(api, idp)
  })
  after(async () => api.stop())

  it('tells the provider what it has to know, also before it is active', async () => {
    const pending = await makeProvider(api, idp, { certificate: '' })
    for (const { id, entityID, acsURL } of [provider, pending]) {
      for (const path of [`/sso/saml/${id}`, `/sso/saml/${id}/metadata`]) {
        const { status, headers, text } = await new SamlBrowser(api).get(path)
        assert.equal(status, 200)
        assert.match(headers['content-type'] ?? '', /^application\/samlmetadata\+xml/)
        assert.ok(
          text.includes(`entityID="${entityID}"`) &&
            text.includes(`Location="${acsURL}"`),
        )
      }
    }
    assert.equal(
      (await new SamlBrowser(api).get(`/sso/saml/${pending.id}/start`)).status,
      404,
    )
    await api.as('admin').delete(`/orgs/${api.organization}/saml/${pending.id}`)
  })

  it('leads to the provider with a request of its own each time', async () => {
    const browser = new SamlBrowser(api)
    const replies = [
      await browser.open(`/sso/saml/${provider.id}/start`),
      await browser.open(`/sso/saml/${provider.id}/start`),
    ]
    const ids = replies.map((reply) => {
      assert.equal(reply.status, 303)
      const { origin, searchParams } = new URL(reply.headers.location ?? '')
      assert.deepEqual([origin, searchParams.get('tenant')], ['https://idp.example', '1'])
      const xml = requestXmlIn(reply)
      assert.ok(xml.includes(`AssertionConsumerServiceURL="${provider.acsURL}"`))
      assert.ok(xml.includes(`>${provider.entityID}</saml:Issuer>`), xml)
      assert.match(
        String(reply.headers['set-cookie']),
        /^__Host-lectern-flow=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      return /ID="([^"]+)"/.exec(xml)?.[1]
    })
    assert.equal(new Set(ids).size, 2)
    const begun = await api.rows('select count(*)::int as n from saml_request')
    await send(api.url, 'HEAD', `/sso/saml/${provider.id}/start`, {
      headers: { host: ownHost },
    })
    assert.deepEqual(await api.rows('select count(*)::int as n from saml_request'), begun)
  })

  it('begins nothing by itself where another website leads to', async () => {
    const path = `/sso/saml/${provider.id}/start`
    const begun = await api.rows('select count(*)::int as n from saml_request')
    for (const site of ['cross-site', 'same-site']) {
      const { status, headers, text } = await send(
        api.url,
        'GET',
        `${path}?to=/o/acme%3Fa=b`,
        { headers: { host: ownHost, 'sec-fetch-site': site } },
      )
      assert.equal(status, 200, site)
      assert.deepEqual([headers.location, headers['set-cookie']], [undefined, undefined])
      assert.match(text, /Another website has led you here/)
      assert.ok(text.includes(`href="http://lectern.test${path}?to=%2Fo%2Facme%3Fa%3Db"`))
    }
    assert.deepEqual(await api.rows('select count(*)::int as n from saml_request'), begun)
    const elsewhere = await new SamlBrowser(api).get(`${path}?to=//evil.example`)
    assert.ok(elsewhere.text.includes(`href="http://lectern.test${path}"`))
    // A page of our own, an address that somebody types, and a browser that says nothing.
    for (const site of ['same-origin', 'none', undefined]) {
      const given = site === undefined ? {} : { 'sec-fetch-site': site }
      const headers = { host: ownHost, ...given }
      const { status } = await send(api.url, 'GET', path, { headers })
      assert.equal(status, 303, site)
    }
  })
})
