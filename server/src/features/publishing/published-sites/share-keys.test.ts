import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { operations } from '@lectern/contract/operations.ts'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

/** Every address of an answer. */
function addressesIn(value: TestBody): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(addressesIn)
}

describe('the key of a share link', () => {
  let api: TestApi
  let path: string
  let link: TestBody
  let spaces: readonly string[]
  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    const titles = ['Guide', 'Second', 'Third']
    spaces = await Promise.all(
      titles.map(async (title) => newSpace(api, title, { Start: 'Here.' })),
    )
    const [first = '', second, third] = spaces
    const { site } = await newSite(api, 'Docs', [first], { visibility: 'share-link' })
    path = `/orgs/${api.organization}/sites/${site}`
    const section = await ok(
      admin.post(`${path}/sections`, { spaceId: second, title: 'Second' }),
    )
    const variant = await ok(
      admin.post(`${path}/site-spaces`, { spaceId: third, sectionId: section.id }),
    )
    await ok(
      admin.post(`${path}/section-groups`, { title: 'Group', sections: [section.id] }),
    )
    const destination = { kind: 'site-space', siteSpaceId: variant.id }
    await ok(admin.post(`${path}/redirects`, { source: '/old', destination }))
    link = await ok(admin.post(`${path}/share-links`, { name: 'All' }))
  })
  after(async () => api.stop())

  /** A request of every operation that takes the key. */
  const requests = (): Readonly<Record<string, readonly string[]>> => ({
    getPublishedContentSite: [`${path}/published?`],
    getSiteStructure: [`${path}/structure?`],
    listSiteSpaces: [`${path}/site-spaces?`, `${path}/site-spaces?default=true&`],
    listSiteSections: [`${path}/sections?`],
    getSiteRedirectBySource: [`${path}/redirect?source=/old&`],
    getSpaceById: spaces.map((space) => `/spaces/${space}?`),
  })

  it('is tried here with every operation that takes it', () => {
    const taking = Object.entries(operations).flatMap(([id, operation]) =>
      'query' in operation && 'shareKey' in operation.query ? [id] : [],
    )
    assert.deepEqual(Object.keys(requests()).toSorted(), taking.toSorted())
  })

  it('stands in every address of the site in an answer that it was sent for', async () => {
    const { published: url } = link.urls
    const key = new URL(url).pathname.split('/').at(-2) ?? ''
    const base = url.slice(0, url.indexOf(key))
    const visitor = api.withToken(await tokenFor(api, url))
    const wrong: Record<string, unknown> = {}
    for (const [who, caller] of [
      ['member', api.as('read')],
      ['visitor', visitor],
    ] as const) {
      for (const [id, targets] of Object.entries(requests())) {
        for (const target of targets) {
          const reply = await caller.get(`${target}shareKey=${key}`)
          if (who === 'visitor' && reply.status === 403) continue
          assert.equal(reply.status, 200, `${who} ${id}`)
          const found = addressesIn(reply.body).filter((one) => one.startsWith(base))
          assert.ok(found.length > 0, `${who} ${id}`)
          const without = found.filter((one) => !one.startsWith(`${base}${key}`))
          if (without.length > 0) wrong[`${who} ${id}`] = without
        }
      }
      const { site } = await ok(caller.get(`${path}/published?shareKey=${key}`))
      assert.equal(site.urls.published, url, who)
      assert.equal(site.urls.preview, url, who)
    }
    assert.deepEqual(wrong, {})
  })

  it('stands in none without it, and a wrong one finds nothing', async () => {
    const plain = await ok(api.as('read').get(`${path}/published`))
    assert.ok(plain.site.urls.published.length < link.urls.published.length)
    const wrong = await api.as('read').get(`${path}/published?shareKey=wrong`)
    assert.equal(wrong.status, 404)
  })
})
