import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  customize,
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

describe('a site that is closed to agents', () => {
  let world: TestSites
  let site: TestSite
  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    await space.edit({ operation: 'insert_page', title: 'Start' })
    await space.edit({
      operation: 'insert_page',
      title: 'Setup',
      document: { markdown: 'Install it.\n' },
    })
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  const get = async (path: string, headers: Record<string, string> = {}) =>
    world.read(site.base + path, { headers: { 'cache-control': 'no-cache', ...headers } })
  const choose = async (agentsContext: string) => {
    const reply = await world.api.as('admin').patch(site.path, { agentsContext })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
  const forms = ['setup.md', 'llms.txt', 'llms-full.txt']
  const asMarkdown = { accept: 'text/markdown' }

  const leads = async () =>
    /href="https:\/\/chatgpt\.com\//.test((await get('setup')).body)

  it('leads to those of others where it says so, and while everybody can read it', async () => {
    assert.equal(await leads(), false)
    const pageActions = { externalAI: true, markdown: true, mcp: false }
    await customize(world, site, { pageActions })
    await until(leads)
    for (const visibility of ['unlisted', 'public']) {
      must(await world.api.as('admin').patch(site.path, { visibility }), 200)
      await until(async () => (await leads()) === (visibility === 'public'))
    }
  })

  it('has no form made for them, links to none and says so, until it is open again', async () => {
    const statuses = async () =>
      Promise.all(forms.map(async (form) => (await get(form)).status))
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.match((await get('setup')).body, /setup\.md/)
    assert.match((await get('setup', asMarkdown)).body, /^# Setup/)
    assert.doesNotMatch((await get('robots.txt')).body, /GPTBot|Content-Signal/)

    await choose('excluded')
    assert.deepEqual(await statuses(), [404, 404, 404])
    for (const form of forms) {
      assert.doesNotMatch((await get(form)).body, /Install it|Setup/, form)
    }
    const page = await get('setup')
    assert.match(page.body, /Install it/)
    assert.doesNotMatch(page.body, /setup\.md|text\/markdown|rss/)
    assert.equal((await get('rss.xml')).status, 404)
    const asked = await get('setup', asMarkdown)
    assert.match(String(asked.headers['content-type']), /^text\/html/)
    // Crawlers read that of the host only.
    const atHost = await world.read('/robots.txt')
    assert.match(String(atHost.headers['content-type']), /^text\/plain/)
    assert.match(atHost.body, /^User-agent: GPTBot$/m)
    const lines = atHost.body.split('\n').filter((line) => line.startsWith('Disallow'))
    assert.deepEqual(lines, [`Disallow: ${site.base}`])
    must(await world.api.as('admin').patch(site.path, { visibility: 'unlisted' }), 200)
    await until(async () => !(await world.read('/robots.txt')).body.includes(site.base))
    must(await world.api.as('admin').patch(site.path, { visibility: 'public' }), 200)
    await until(async () => (await world.read('/robots.txt')).body.includes(site.base))
    const { body: robots } = await get('robots.txt')
    const [agents = '', everybody = ''] = robots.split('\n\n')
    assert.match(agents, /^User-agent: GPTBot$/m)
    assert.match(agents, new RegExp(`^Disallow: ${site.base}$`, 'm'))
    assert.match(everybody, /^User-agent: \*$/m)
    assert.match(everybody, /^Content-Signal: ai-input=no, ai-train=no$/m)
    assert.doesNotMatch(everybody, new RegExp(`^Disallow: ${site.base}$`, 'm'))

    await choose('included')
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.match((await get('setup')).body, /setup\.md/)
  })
})
