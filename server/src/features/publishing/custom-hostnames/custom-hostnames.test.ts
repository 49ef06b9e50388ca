import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'

import { startTestDns, type TestDns } from '#test/custom-hostnames/test-dns.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { narrowed, refusal } from '#test/test-people.ts'

import { recheckHostnames } from './hostname-jobs.ts'

const at = (hostname: string) => `/custom-hostnames/${hostname}`
const toSite = (site: string) => ({ target: { type: 'site', site } })

describe('custom host names', () => {
  let api: TestApi
  let dns: TestDns
  let sites: string
  let number = 0
  before(async () => {
    dns = await startTestDns()
    api = await startTestApi({
      PUBLISH_HOST: 'docs.lectern.test',
      DNS_SERVERS: dns.address,
      PUBLIC_URL: 'https://api.lectern.test',
      FILES_URL: 'https://files.lectern.test',
    })
    sites = `/orgs/${api.organization}/sites`
  })
  after(async () => {
    await api.stop()
    dns.stop()
  })
  afterEach(() => dns.zone.clear())

  const newName = () => `docs.customer-${(number += 1)}.example`

  async function newSite(): Promise<TestBody> {
    const spaces = [await nodesOf(api).space()]
    const { body } = await api.as('admin').post(sites, { title: 'Docs', spaces })
    await api.as('admin').post(`${sites}/${body.id}/publish`)
    return body
  }

  /** Creates both DNS records that the answer asks for. */
  function prove({ hostname, records }: TestBody, alias?: string): void {
    const [cname, text] = records
    dns.zone.set(hostname, { CNAME: [alias ?? cname.value] })
    dns.zone.set(text.name, { TXT: ['something else', text.value] })
  }

  async function attachLive(hostname: string, site: string): Promise<TestBody> {
    const attached = await api.as('admin').put(at(hostname), toSite(site))
    assert.equal(attached.status, 201, JSON.stringify(attached.body))
    prove(attached.body)
    const checked = await api.as('admin').patch(at(hostname))
    assert.equal(checked.status, 204, JSON.stringify(checked.body))
    return attached.body
  }

  async function allowed(domain: string): Promise<number> {
    const url = `${api.url}/~tls/allowed?domain=${encodeURIComponent(domain)}`
    return (await fetch(url)).status
  }

  it('are checked again every day, and lapse when their records are gone for a week', async () => {
    const hostname = newName()
    const site = await newSite()
    const attached = await attachLive(hostname, site.id)
    const recheck = async () => {
      await api.rows(
        `update custom_hostname set checked_at = ((checked_at at time zone 'UTC') - interval '25 hours') at time zone 'UTC'`,
      )
      await recheckHostnames.run({}, api.services)
    }
    const shown = async () => {
      const { body } = await api.as('admin').get(at(hostname))
      return [body.isActive, body.status, await allowed(hostname)]
    }
    const epochOf = async () =>
      (await api.rows('select epoch from site where id = $1', [site.id]))[0].epoch
    const epoch = await epochOf()
    await recheck()
    assert.deepEqual(await shown(), [true, 'live', 200])
    assert.equal(await epochOf(), epoch)

    // An alias of what the organization was called before still leads here.
    prove(attached, 'former.docs.lectern.test')
    await recheck()
    assert.deepEqual(await shown(), [true, 'live', 200])
    dns.zone.set(hostname, 'failure')
    await recheck()
    assert.deepEqual(await shown(), [true, 'live', 200])

    dns.zone.set(hostname, { CNAME: ['elsewhere.example'] })
    await recheck()
    assert.deepEqual(await shown(), [true, 'dns_wrong_cname', 200])
    const asOld = async (days: number) =>
      api.rows(
        `update custom_hostname set failing_since = now() - make_interval(days => $1)
        where failing_since is not null`,
        [days],
      )
    await asOld(6)
    await recheck()
    assert.deepEqual(await shown(), [true, 'dns_wrong_cname', 200])
    prove(attached)
    await recheck()
    await asOld(8)
    dns.zone.delete(hostname)
    await recheck()
    assert.deepEqual(await shown(), [true, 'dns_no_cname', 200])
    await asOld(7)
    await recheck()
    assert.deepEqual(await shown(), [false, 'dns_no_cname', 404])
    assert.ok((await epochOf()) > epoch)

    // Another organization can prove the name now.
    const other = `/orgs/${api.otherOrganization}`
    const target = { type: 'organization', organization: api.otherOrganization }
    assert.equal((await api.as('outsider').get(other)).status, 200)
    const claimed = await api.as('outsider').put(at(hostname), { target })
    assert.equal(claimed.status, 201, JSON.stringify(claimed.body))
    prove(claimed.body)
    assert.equal((await api.as('outsider').patch(at(hostname))).status, 204)
    assert.equal(await allowed(hostname), 200)
  })

  it('say which records they need and are not live before both are there', async () => {
    const hostname = newName()
    const site = await newSite()
    const attached = await api.as('admin').put(at(hostname), toSite(site.id))
    assert.equal(attached.status, 201)
    const [cname, text] = attached.body.records
    assert.deepEqual(attached.body, {
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site: site.id },
      isActive: false,
      status: 'dns_no_cname',
      records: [
        { type: 'CNAME', name: hostname, value: 'acme.docs.lectern.test' },
        { type: 'TXT', name: `_lectern-challenge.${hostname}`, value: text.value },
      ],
      urls: { location: `https://api.lectern.test/v1${at(hostname)}` },
    })
    assert.ok(text.value.length >= 32)
    const path = `${sites}/${site.id}`
    const pending = await api.as('read').get(path)
    assert.equal(pending.body.hostname, hostname)
    assert.equal(
      pending.body.urls.published,
      `https://acme.docs.lectern.test/${site.basename}/`,
    )

    dns.zone.set(hostname, { CNAME: [cname.value] })
    dns.zone.set(text.name, { TXT: ['not the challenge'] })
    await api.as('admin').patch(at(hostname))
    const half = await api.as('admin').get(at(hostname))
    assert.deepEqual([half.body.isActive, half.body.status], [false, 'dns_passed'])
    assert.equal(await allowed(hostname), 404)

    prove(attached.body)
    assert.equal((await api.as('admin').patch(at(hostname))).status, 204)
    const live = await api.as('admin').get(at(hostname))
    assert.deepEqual([live.body.isActive, live.body.status], [true, 'live'])
    assert.equal(await allowed(hostname), 200)
    const published = await api.as('read').get(path)
    assert.equal(published.body.urls.published, `https://${hostname}/`)
    const [{ epoch }] = await api.rows('select epoch from site where id = $1', [site.id])
    assert.ok(epoch > 3)
  })

  it('may lead here by an alias or by the same addresses, and nowhere else', async () => {
    const hostname = newName()
    const site = await newSite()
    const attached = await api.as('admin').put(at(hostname), toSite(site.id))
    prove(attached.body)
    dns.zone.set('docs.lectern.test', { A: ['192.0.2.7', '192.0.2.8'] })
    const status = async (records: object) => {
      dns.zone.set(hostname, records)
      assert.equal((await api.as('admin').patch(at(hostname))).status, 204)
      return (await api.as('admin').get(at(hostname))).body.status
    }
    assert.equal(await status({ CNAME: ['docs.lectern.test'] }), 'live')
    assert.equal(await status({ CNAME: ['ACME.docs.lectern.test'] }), 'live')
    assert.equal(await status({ A: ['192.0.2.8'] }), 'live')
    assert.equal(await status({ A: ['192.0.2.7', '192.0.2.9'] }), 'dns_wrong_cname')
    assert.equal(await status({ CNAME: ['elsewhere.example'] }), 'dns_wrong_cname')
    assert.equal(await status({ CNAME: ['other.docs.lectern.test'] }), 'dns_wrong_cname')
    assert.equal(await status({}), 'dns_no_cname')
  })

  it('stop being live when their records are gone, but not when name servers fail', async () => {
    const hostname = newName()
    const site = await newSite()
    await attachLive(hostname, site.id)
    const challenge = `_lectern-challenge.${hostname}`
    const text = dns.zone.get(challenge)
    dns.zone.set(challenge, 'failure')
    await api.as('admin').patch(at(hostname))
    const unsure = await api.as('admin').get(at(hostname))
    assert.deepEqual([unsure.body.isActive, unsure.body.status], [true, 'internal_error'])

    dns.zone.delete(challenge)
    await api.as('admin').patch(at(hostname))
    assert.equal((await api.as('admin').get(at(hostname))).body.isActive, false)
    assert.equal(await allowed(hostname), 404)
    dns.zone.set(challenge, text ?? {})
    await api.as('admin').patch(at(hostname))
    assert.equal((await api.as('admin').get(at(hostname))).body.isActive, true)
  })

  it('stay live as aliases of what the organization was called before, whoever checks', async () => {
    const hostname = newName()
    const site = await newSite()
    const attached = await attachLive(hostname, site.id)
    prove(attached, 'former.docs.lectern.test')
    const isLive = async () => (await api.as('admin').get(at(hostname))).body.isActive
    assert.equal((await api.as('admin').patch(at(hostname))).status, 204)
    assert.equal(await isLive(), true)
    assert.equal((await api.as('admin').put(at(hostname), toSite(site.id))).status, 201)
    assert.equal(await isLive(), true)
    assert.equal(await allowed(hostname), 200)
  })

  it('belong to whoever shows first that they are theirs', async () => {
    const hostname = newName()
    const site = await newSite()
    const theirs = `/orgs/${api.otherOrganization}/sites`
    const { body: other } = await api.as('outsider').post(theirs, {})
    const claimed = await api.as('outsider').put(at(hostname), toSite(other.id))
    assert.equal(claimed.status, 201)

    await attachLive(hostname, site.id)
    prove(claimed.body)
    for (const reply of [
      await api.as('outsider').patch(at(hostname)),
      await api.as('outsider').put(at(hostname), toSite(other.id)),
    ]) {
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [409, 'hostname_live_elsewhere'],
      )
    }
    const own = await api.as('outsider').get(at(hostname))
    assert.deepEqual([own.body.isActive, own.body.target.site], [false, other.id])

    assert.equal((await api.as('admin').delete(at(hostname))).status, 204)
    assert.equal((await api.as('outsider').patch(at(hostname))).status, 204)
    assert.equal((await api.as('outsider').get(at(hostname))).body.isActive, true)
  })

  it('cannot be live for two organizations that prove them at the same moment', async () => {
    const hostname = newName()
    const site = await newSite()
    const { body: other } = await api
      .as('outsider')
      .post(`/orgs/${api.otherOrganization}/sites`, {})
    const mine = await api.as('admin').put(at(hostname), toSite(site.id))
    const yours = await api.as('outsider').put(at(hostname), toSite(other.id))
    const [cname, text] = mine.body.records
    dns.zone.set('docs.lectern.test', { A: ['192.0.2.7'] })
    dns.zone.set(hostname, { A: ['192.0.2.7'] })
    dns.zone.set(text.name, { TXT: [text.value, yours.body.records[1].value] })
    assert.ok(cname.value !== yours.body.records[0].value)
    const replies = await Promise.all([
      api.as('admin').patch(at(hostname)),
      api.as('outsider').patch(at(hostname)),
    ])
    const statuses = new Set(replies.map(({ status }) => status))
    assert.deepEqual(statuses, new Set([204, 409]))
    const live = await api.rows(
      'select organization_id from custom_hostname where hostname = $1 and live_since is not null',
      [hostname],
    )
    assert.equal(live.length, 1)
  })

  it('are one for a site, and lead to one thing', async () => {
    const [one, two] = [newName(), newName()]
    const site = await newSite()
    const another = await newSite()
    await api.as('admin').put(at(one), toSite(site.id))
    const second = await api.as('admin').put(at(two), toSite(site.id))
    assert.deepEqual(
      [second.status, second.body.error.reason],
      [409, 'site_has_hostname'],
    )
    const moved = await api.as('admin').put(at(one), toSite(another.id))
    assert.deepEqual([moved.status, moved.body.error.reason], [409, 'hostname_attached'])
    const again = await api.as('admin').put(at(one), toSite(site.id))
    assert.equal(again.status, 201)
  })

  it('are free again once they are detached or their site is gone', async () => {
    const hostname = newName()
    const site = await newSite()
    await attachLive(hostname, site.id)
    assert.equal((await api.as('admin').delete(at(hostname))).status, 204)
    assert.equal((await api.as('admin').delete(at(hostname))).status, 204)
    assert.equal((await api.as('admin').get(at(hostname))).status, 404)
    const detached = await api.as('read').get(`${sites}/${site.id}`)
    assert.equal('hostname' in detached.body, false)
    assert.match(detached.body.urls.published, /^https:\/\/acme\.docs/)

    await attachLive(hostname, site.id)
    await api.as('admin').delete(`${sites}/${site.id}`)
    assert.equal(await allowed(hostname), 404)
    assert.equal((await api.as('admin').get(at(hostname))).status, 404)
    const types = await api.rows(
      'select type from event where subject = $1 order by id',
      [`custom-hostname:${hostname}`],
    )
    assert.deepEqual(
      types.map(({ type }) => type),
      [
        'custom_hostname_attached',
        'custom_hostname_checked',
        'custom_hostname_detached',
        'custom_hostname_attached',
        'custom_hostname_checked',
      ],
    )
  })

  it('can lead to a whole organization', async () => {
    const hostname = newName()
    const target = { type: 'organization', organization: api.organization }
    const attached = await api.as('admin').put(at(hostname), { target })
    assert.deepEqual([attached.status, attached.body.target], [201, target])
    prove(attached.body)
    const named = async () => {
      const { body, headers } = await api.as('read').get(`/orgs/${api.organization}`)
      return { name: body.customHostname, etag: headers.get('etag') }
    }
    const unnamed = await named()
    assert.equal(unnamed.name, undefined)
    await api.as('admin').patch(at(hostname))
    assert.equal(await allowed(hostname), 200)
    const live = await named()
    assert.equal(live.name, hostname)
    assert.notEqual(live.etag, unnamed.etag)
    const second = newName()
    prove((await api.as('admin').put(at(second), { target })).body)
    await api.as('admin').patch(at(second))
    assert.deepEqual(await named(), live)
    assert.equal((await api.as('admin').delete(at(hostname))).status, 204)
    assert.equal((await named()).name, second)
    assert.equal((await api.as('admin').delete(at(second))).status, 204)
    assert.equal((await named()).name, undefined)
    const foreign = { type: 'organization', organization: api.otherOrganization }
    const refused = await api.as('admin').put(at(hostname), { target: foreign })
    assert.equal(refused.status, 404)
  })

  it('are for admins, and do not exist for anybody outside', async () => {
    const hostname = newName()
    const site = await newSite()
    await api.as('admin').put(at(hostname), toSite(site.id))
    const missing = newName()
    for (const name of ['create', 'read'] as const) {
      assert.equal((await api.as(name).get(at(hostname))).status, 403)
      assert.equal((await api.as(name).patch(at(hostname))).status, 403)
      assert.equal((await api.as(name).delete(at(hostname))).status, 403)
      const reply = await api.as(name).put(at(missing), toSite(site.id))
      assert.equal(reply.status, 403)
    }
    const hidden = await api.as('outsider').get(at(hostname))
    const none = await api.as('outsider').get(at(missing))
    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, hostname), refusal(none, missing))
    assert.equal((await api.as('outsider').delete(at(hostname))).status, 204)
    assert.equal((await api.as('admin').get(at(hostname))).status, 200)
    for (const name of ['guest', 'outsider'] as const) {
      const real = await api.as(name).put(at(missing), toSite(site.id))
      const unknown = await api.as(name).put(at(missing), toSite('no-such-site'))
      assert.equal(real.status, 404)
      assert.deepEqual(refusal(real, site.id), refusal(unknown, 'no-such-site'))
    }
    assert.equal((await api.anonymous().get(at(hostname))).status, 401)
    const bound = await narrowed(api, api.users.admin, {
      organizationId: api.otherOrganization,
    })
    assert.equal((await bound.get(at(hostname))).status, 404)
    assert.equal((await bound.put(at(missing), toSite(site.id))).status, 404)
  })

  it('are never names of the installation, and no names that cannot be', async () => {
    const site = await newSite()
    for (const name of ['a.docs.lectern.test', 'docs.lectern.test', 'api.lectern.test']) {
      const reply = await api.as('admin').put(at(name), toSite(site.id))
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [400, 'hostname_reserved'],
        name,
      )
    }
    for (const name of [
      'example.com',
      'UPPER.docs.example',
      'a..b.example',
      '10.0.0.1',
    ]) {
      const reply = await api.as('admin').put(at(name), toSite(site.id))
      assert.equal(reply.status, 400, name)
    }
  })

  describe('certificates', () => {
    it('are for names that lead to something here, and for no others', async () => {
      assert.equal(await allowed('acme.docs.lectern.test'), 200)
      assert.equal(await allowed('ACME.docs.lectern.test.'), 200)
      for (const domain of [
        'nobody.docs.lectern.test',
        'x.acme.docs.lectern.test',
        'docs.lectern.test',
        'acme.example',
        '',
        `${'x'.repeat(300)}.example`,
        "'; drop table site; --",
      ]) {
        assert.equal(await allowed(domain), 404, domain)
      }
      assert.equal((await fetch(`${api.url}/~tls/allowed`)).status, 404)
      assert.equal((await fetch(`${api.url}/~tls/allowed?domain=a&domain=b`)).status, 404)
    })
  })
})
