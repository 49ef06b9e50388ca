import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
} from '#test/test-published.ts'

describe('the epoch of a site', () => {
  let api: TestApi
  let docs: PublishedScene
  let other: string
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', { Start: 'Here.' })
    other = await newSpace(api, 'Other', { Start: 'There.' })
    docs = await newSite(api, 'Docs', [space])
  })
  after(async () => api.stop())

  async function epoch(): Promise<number> {
    const [row] = await api.rows('select epoch from site where id = $1', [docs.site])
    return row.epoch
  }

  async function raisedBy(change: () => Promise<unknown>): Promise<number> {
    const was = await epoch()
    await change()
    return (await epoch()) - was
  }

  const space = async (body: object, id = docs.space) =>
    ok(api.as('admin').patch(`/spaces/${id}`, body))
  const organization = async (body: object) =>
    ok(api.as('admin').patch(`/orgs/${api.organization}`, body))
  const ofSite = (path: string) => `/orgs/${api.organization}/sites/${docs.site}${path}`

  it('rises with everything that readers see of its spaces', async () => {
    const changes = [
      { title: 'Handbook' },
      { emoji: '1f4d8' },
      { icon: 'https://icons.example/book.svg' },
      { language: 'fr' },
    ]
    for (const change of changes) {
      assert.equal(await raisedBy(async () => space(change)), 1, JSON.stringify(change))
      assert.equal(await raisedBy(async () => space(change)), 0, 'nothing changed')
    }
    const { structure } = await ok(api.as('admin').get(ofSite('/published')))
    const [shown] = structure.structure
    assert.equal(shown.title, 'Handbook')
  })

  it('rises with each of its own settings, and those below it', async () => {
    const admin = api.as('admin')
    const link = { name: 'Link' }
    const changes: Record<string, () => Promise<TestBody>> = {
      title: async () => ok(admin.patch(ofSite(''), { title: 'Manual' })),
      'site-space': async () =>
        ok(admin.post(ofSite('/site-spaces'), { spaceId: other })),
      'share link': async () => ok(admin.post(ofSite('/share-links'), link)),
    }
    for (const [name, change] of Object.entries(changes)) {
      assert.ok((await raisedBy(change)) > 0, name)
    }
  })

  it('does not rise with what readers do not see', async () => {
    const was = await epoch()
    await space({ editMode: 'locked' })
    const away = await newSpace(api, 'Not shown', {})
    await space({ title: 'Still not shown' }, away)
    await organization({ title: 'Another name' })
    assert.equal(await epoch(), was)
  })

  it('rises with the name of the organization in its URLs', async () => {
    await ok(resolve(api, docs.url))
    assert.equal(await raisedBy(async () => organization({ hostname: 'renamed' })), 1)
    const url = docs.url.replace(/\/\/[^.]+\./, '//renamed.')
    const { canonicalUrl } = await ok(resolve(api, url))
    assert.equal(new URL(canonicalUrl).hostname, 'renamed.localhost')
  })
})
