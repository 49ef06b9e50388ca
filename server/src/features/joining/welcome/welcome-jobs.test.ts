import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { visitorOf } from '#test/welcome/test-welcome.ts'

import { sweepWelcomeLinks } from './welcome-jobs.ts'

describe('the sweep of welcome links', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('removes expired links with their invites, and nothing that can still be used', async () => {
    const visitor = visitorOf(api)
    const others = visitorOf({
      ...api,
      organization: api.otherOrganization,
      as: () => api.as('outsider'),
    })
    await visitor.invited('expired@new.example')
    await others.invited('expired@new.example')
    await visitor.accountLink(api.users.admin, 'admin@acme.example')
    await visitor.invited('renewed@new.example')
    await api.rows(`update welcome_link set expires_at = now() - interval '1 second'`)
    await api.rows(
      `update mail_invite set expires_at = now() - interval '1 second' where email = 'expired@new.example'`,
    )
    const path = await visitor.invited('alive@new.example')
    const accountPath = await visitor.accountLink(api.users.edit, 'edit@acme.example')

    await sweepWelcomeLinks.run({}, api.services)
    await sweepWelcomeLinks.run({}, api.services)

    const links = await api.rows('select email from welcome_link order by email')
    assert.deepEqual(links, [
      { email: 'alive@new.example' },
      { email: 'edit@acme.example' },
    ])
    const invites = await api.rows('select email from mail_invite order by email')
    assert.deepEqual(invites, [
      { email: 'alive@new.example' },
      { email: 'renewed@new.example' },
    ])
    assert.equal((await visitor.get(path)).status, 200)
    assert.equal((await visitor.get(accountPath)).status, 200)
  })
})
