import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { until } from '#test/database/test-until.ts'
import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestReply,
} from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
} from '#test/test-published.ts'

/** Asks again, as a reader is told to, where the site changed with every attempt to read it. */
async function onceQuiet(read: () => Promise<TestReply>): Promise<TestBody> {
  return until('it is read between two changes', async () => {
    const reply = await read()
    const isTold = reply.status === 503 && reply.headers.get('retry-after') === '1'
    return isTold ? undefined : ok(Promise.resolve(reply))
  })
}

describe('a site that changes while it is read', () => {
  let api: TestApi
  let docs: PublishedScene
  before(async () => {
    api = await startTestApi()
    docs = await newSite(api, 'Docs', [await newSpace(api, 'Guide', { Start: 'Here.' })])
  })
  after(async () => api.stop())

  /** Reads again and again while titles change, until there are as many answers as wanted. */
  async function whileItChanges(
    wanted: number,
    read: () => Promise<void>,
  ): Promise<void> {
    const site = `/orgs/${api.organization}/sites/${docs.site}`
    const over = new AbortController()
    const change = async () => {
      for (let at = 0; !over.signal.aborted; at += 1) {
        await ok(api.as('admin').patch(site, { title: `Docs ${at}` }))
      }
    }
    const readAll = async () => {
      for (let at = 0; at < wanted; at += 1) await read()
    }
    const changing = change()
    await Promise.all([readAll(), readAll(), readAll()]).finally(() => over.abort())
    await changing
  }

  it('is always shown with its spaces', async () => {
    const { apiToken } = await ok(resolve(api, docs.url))
    const reader = api.withToken(apiToken)
    await whileItChanges(60, async () => {
      const path = `/orgs/${api.organization}/sites/${docs.site}/published`
      const { structure } = await onceQuiet(async () => reader.get(path))
      const spaces = structure.structure.map(({ space }: TestBody) => space?.id)
      assert.deepEqual(spaces, [docs.space])
    })
  })

  it('always shows its pages', async () => {
    const { apiToken } = await ok(resolve(api, docs.url))
    const reader = api.withToken(apiToken)
    await whileItChanges(60, async () => {
      const { pages } = await ok(reader.get(`/spaces/${docs.space}/content/pages`))
      assert.ok(pages.length > 0)
    })
  })

  it('is found by its URL when it gets another first space', async () => {
    const other = await newSpace(api, 'Other', { Start: 'There.' })
    const site = `/orgs/${api.organization}/sites/${docs.site}`
    const admin = api.as('admin')
    for (let at = 0; at < 15; at += 1) {
      const reads = Promise.all(
        Array.from({ length: 12 }, async () => ok(resolve(api, docs.url))),
      )
      const added = await ok(admin.post(`${site}/site-spaces`, { spaceId: other }))
      await ok(admin.patch(site, { defaultSiteSpace: added.id }))
      await reads
      const { structure } = await ok(admin.get(`${site}/structure`))
      const first = structure.find(({ space }: TestBody) => space.id === docs.space)
      await ok(admin.patch(site, { defaultSiteSpace: first.id }))
      await ok(admin.delete(`${site}/site-spaces/${added.id}`))
    }
  })
})
