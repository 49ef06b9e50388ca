import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { TestBody } from '../../server/test/test-api.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  customize,
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

describe('external links among the sections of a site', () => {
  let world: TestSites
  let site: TestSite
  const admin = () => world.api.as('admin')
  const add = async (title: string, body: object = {}): Promise<TestBody> => {
    const made = await admin().post(`${site.path}/external-links`, {
      title,
      url: `https://elsewhere.example/${title.toLowerCase()}?a=1&b=%22x`,
      ...body,
    })
    must(made, 201)
    return made.body
  }
  const sections = async () => {
    const headers = { 'sec-fetch-mode': 'navigate' }
    const { status, body } = await world.read(site.base, { headers })
    assert.equal(status, 200)
    const [nav = ''] = /<nav class="sections".*?<\/nav>/s.exec(body) ?? []
    return nav
  }

  before(async () => {
    world = await startTestSites()
    const [one, other] = [
      await createTestSpace(world.api),
      await createTestSpace(world.api),
    ]
    for (const space of [one, other]) {
      const document = { markdown: 'Words.\n' }
      await space.edit({ operation: 'insert_page', title: 'Start', document })
    }
    site = await publishSite(world, [one.spaceId])
    const body = { spaceId: other.spaceId, title: 'Second' }
    must(await admin().post(`${site.path}/sections`, body), 201)
    const group = await admin().post(`${site.path}/section-groups`, { title: 'Around' })
    must(group, 201)
    await add('Open', { icon: 'globe' })
    await add('Draft', { draft: true })
    await add('Beta', { condition: 'visitor.claims.beta == true' })
    await add('Inside', { parent: group.body.id, description: 'In a group' })
  })
  after(async () => world.stop())

  it('are links for readers, with what is written in them harmless', async () => {
    const nav = await sections()
    const [open = ''] = /<a[^>]*elsewhere\.example\/open[^>]*>/.exec(nav) ?? []
    assert.match(open, /href="https:\/\/elsewhere\.example\/open\?a=1&amp;b=%22x"/)
    assert.ok(!open.includes('target='), open)
    assert.ok(nav.includes('Around') && nav.includes('elsewhere.example/inside'))
    assert.ok(nav.includes('In a group'))
    assert.ok(nav.includes('>Second<'))
  })

  it('are hidden while they are drafts, or their condition does not hold', async () => {
    const nav = await sections()
    assert.ok(!nav.includes('Draft') && !nav.includes('/draft'), nav)
    assert.ok(!nav.includes('Beta') && !nav.includes('/beta'), nav)
  })

  it('open a new tab where the settings say so', async () => {
    await customize(world, site, { externalLinks: { target: 'blank' } })
    const nav = await sections()
    const [open = ''] = /<a[^>]*elsewhere\.example\/open[^>]*>/.exec(nav) ?? []
    assert.match(open, /target="_blank"/)
    assert.match(open, /rel="noopener"/)
    assert.equal(nav.match(/target="_blank"/g)?.length, 2)
  })

  it('follow when they are changed', async () => {
    const { body } = await admin().get(`${site.path}/structure`)
    const link = body.structure.find(({ title }: TestBody) => title === 'Open')
    const one = `${site.path}/external-links/${link.id}`
    must(await admin().patch(one, { title: 'Reopened' }), 200)
    assert.ok((await sections()).includes('Reopened'))
    must(await admin().delete(one), 204)
    assert.ok(!(await sections()).includes('Reopened'))
  })
})
