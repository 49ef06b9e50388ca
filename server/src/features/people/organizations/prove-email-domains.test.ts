import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestDns, type TestDns } from '#test/custom-hostnames/test-dns.ts'
import { newPerson, type TestPerson } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { proveEmailDomains } from './email-domain-jobs.ts'

const domain = 'owned.example'
const record = `_lectern-challenge.${domain}`

describe('a mail domain of an organization', () => {
  let api: TestApi
  let dns: TestDns
  let path: string
  let person: TestPerson
  before(async () => {
    dns = await startTestDns()
    api = await startTestApi({ DNS_SERVERS: dns.address })
    path = `/orgs/${api.organization}`
    const { body } = await api.as('admin').patch(path, { emailDomains: [domain] })
    assert.deepEqual(body.emailDomains, [domain])
    person = await newPerson(api, { email: `ann@${domain}` })
  })
  after(async () => {
    await api.stop()
    dns.stop()
  })

  /** Checks what is due, after letting time pass for what is not. */
  async function check(): Promise<void> {
    await api.rows("update email_domain set check_at = now() - interval '1 second'")
    await proveEmailDomains.run({}, api.services)
  }

  async function found(): Promise<[number, number]> {
    const seen = await person.caller.get(path)
    const listed = await person.caller.get(`/email-domains/${domain}/orgs`)
    return [seen.status, listed.body.organizations.length]
  }

  const prove = (organizationId: string) =>
    dns.zone.set(record, { TXT: ['other', `lectern-organization=${organizationId}`] })

  it('is taken as it is sent, and counts for nothing before its owner agrees', async () => {
    await check()
    assert.deepEqual(await found(), [404, 0])
    const { status, body } = await person.caller.post(`${path}/join`)
    assert.deepEqual([status, body.error.reason], [400, 'email_domain_not_allowed'])
    prove(api.otherOrganization)
    await check()
    assert.deepEqual(await found(), [404, 0])
  })

  it('lets people see and join the organization that its record names', async () => {
    prove(api.organization)
    await check()
    assert.deepEqual(await found(), [200, 1])
    assert.equal((await person.caller.post(`${path}/join`)).status, 204)
    person = await newPerson(api, { email: `bob@${domain}` })
  })

  it('goes on counting while name servers are silent, and for a week without its record', async () => {
    dns.zone.set(record, 'failure')
    await check()
    dns.zone.delete(record)
    await check()
    await api.rows(`update email_domain set failing_since = now() - interval '6 days'`)
    await check()
    assert.deepEqual(await found(), [200, 1])
    await api.rows(`update email_domain set failing_since = now() - interval '7 days'`)
    await check()
    assert.deepEqual(await found(), [404, 0])
    prove(api.organization)
    await check()
    assert.deepEqual(await found(), [200, 1])
  })

  it('is to be proven anew after it was taken off', async () => {
    await api.as('admin').patch(path, { emailDomains: [] })
    dns.zone.delete(record)
    await api.as('admin').patch(path, { emailDomains: [domain] })
    assert.deepEqual(await found(), [404, 0])
  })

  it('is looked for ever less often while there is no record, and at once when it is new', async () => {
    const waits: number[] = []
    await api.rows('update email_domain set checks = 0')
    for (let time = 0; time < 9; time += 1) {
      await check()
      const [{ minutes }] = await api.rows(
        `select round(extract(epoch from check_at - now()) / 60)::integer as minutes
        from email_domain`,
      )
      waits.push(minutes)
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 320, 640, 1280, 1440])
  })

  it('does not wait for the long lists of others', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `n${index}.example`)
    await api
      .as('outsider')
      .patch(`/orgs/${api.otherOrganization}`, { emailDomains: many })
    await api.rows(`update email_domain set check_at = now() - interval '1 hour'`)
    await api.rows(
      `update email_domain set check_at = now() - interval '1 second' where domain = $1`,
      [domain],
    )
    dns.asked.length = 0
    await proveEmailDomains.run({}, api.services)
    assert.ok(dns.asked.includes(record))
    assert.equal(new Set(dns.asked).size, 11)
  })
})
