import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { noteChange } from '#/platform/outbox/change-notes.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, ok, type PublishedScene } from '#test/test-published.ts'

const secret = 'a-secret-of-the-renderer-that-is-long-enough'

interface Heard {
  readonly name: string
  readonly data: TestBody
}

function ofSite(site: string): (one: Heard) => boolean {
  return (one) => one.data.site === site
}

/** Reads the stream as a renderer does. */
async function listen(api: TestApi) {
  const leaving = new AbortController()
  const reply = await fetch(`${api.url}/~render/stream`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: leaving.signal,
  })
  assert.equal(reply.status, 200)
  assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/)
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of reply.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (name !== undefined) heard.push({ name, data: JSON.parse(data ?? '') })
      }
      for (const wake of waiting) wake()
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  async function hear(isMeant: (one: Heard) => boolean): Promise<Heard> {
    const deadlineMs = Date.now() + 30_000
    for (;;) {
      const found = heard.find(isMeant)
      if (found !== undefined) return found
      assert.ok(Date.now() < deadlineMs, `nothing of it: ${JSON.stringify(heard)}`)
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
        setTimeout(resolve, 50)
      })
    }
  }
  return {
    heard,
    hear,
    isOver: () => isOver,
    async leave() {
      leaving.abort()
      await reading
    },
    ended: reading,
  }
}

describe('the stream of heads', () => {
  let api: TestApi
  let scene: PublishedScene
  before(async () => {
    api = await startTestApi({ RENDERER_SECRET: secret })
    const space = await newSpace(api, 'Guide', { Start: 'Welcome.' })
    scene = await newSite(api, 'Streamed', [space])
  })
  after(async () => api.stop())

  it('is for the renderer alone', async () => {
    const url = `${api.url}/~render/stream`
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${secret}x`,
      `Basic ${secret}`,
      secret,
    ]) {
      const headers: Record<string, string> =
        authorization === '' ? {} : { authorization }
      const reply = await fetch(url, { headers })
      assert.equal(reply.status, 401, authorization)
      await reply.body?.cancel()
    }
    const asAdmin = await fetch(url, {
      headers: { authorization: `Bearer ${api.tokens.admin}` },
    })
    assert.equal(asAdmin.status, 401)
  })

  it('begins with every published site and the heads of its spaces', async () => {
    const draft = await newSite(api, 'Draft', [scene.space])
    await ok(
      api.as('admin').post(`/orgs/${api.organization}/sites/${draft.site}/unpublish`),
    )
    const stream = await listen(api)
    await stream.hear(({ name }) => name === 'ready')
    const { revision } = await ok(api.as('admin').get(`/spaces/${scene.space}`))
    const { data } = await stream.hear(ofSite(scene.site))
    assert.deepEqual(
      [data.organization, data.spaces],
      [api.organization, { [scene.space]: revision }],
    )
    assert.ok(Number.isInteger(data.epoch))
    const shown = stream.heard.filter(({ name }) => name === 'site')
    assert.ok(!shown.some(ofSite(draft.site)))
    await stream.leave()
  })

  it('tells of every new head soon after it is there', async () => {
    const stream = await listen(api)
    await stream.hear(({ name }) => name === 'ready')
    const delays: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const changes = [{ operation: 'insert_page', title: `Page ${round}` }]
      const { revision } = await ok(
        api.as('admin').post(`/spaces/${scene.space}/content`, { changes }),
      )
      const answeredMs = performance.now()
      await stream.hear(({ data }) => data.spaces?.[scene.space] === revision)
      delays.push(performance.now() - answeredMs)
    }
    const median = delays.toSorted((a, b) => a - b)[5] ?? 0
    assert.ok(median < 1000, `half of them took more than ${median} ms`)
    await stream.leave()
  })

  it('tells of changes of the site, and when it closes', async () => {
    const admin = api.as('admin')
    const space = await newSpace(api, 'Passing', { Start: 'Here.' })
    const stream = await listen(api)
    await stream.hear(({ name }) => name === 'ready')
    const site = await newSite(api, 'Passing site', [space])
    const opened = await stream.hear(
      (one) => one.name === 'site' && one.data.site === site.site,
    )
    const at = `/orgs/${api.organization}/sites/${site.site}`
    const { urls } = await ok(admin.get(at))
    assert.equal(opened.data.url, urls.published)
    await ok(admin.patch(at, { visibility: 'unlisted' }))
    const hidden = await stream.hear(
      (one) => ofSite(site.site)(one) && one.data.epoch > opened.data.epoch,
    )
    // Only public sites have a URL in the stream.
    assert.equal(hidden.data.url, undefined)
    await admin.delete(`/spaces/${space}`)
    await stream.hear((one) => one.name === 'gone' && one.data.site === site.site)
    await ok(admin.post(`/spaces/${space}/restore`))
    const heardBefore = stream.heard.length
    await ok(admin.post(`${at}/unpublish`))
    await stream.hear(
      (one) =>
        one.name === 'gone' &&
        one.data.site === site.site &&
        stream.heard.indexOf(one) >= heardBefore,
    )
    await stream.leave()
  })

  it('says of one site what it is now, to the renderer alone', async () => {
    const admin = api.as('admin')
    const space = await newSpace(api, 'Asked', { Start: 'Here.' })
    const { site } = await newSite(api, 'Asked site', [space])
    const at = (organization: string) =>
      `${api.url}/~render/orgs/${organization}/sites/${site}`
    const ask = async (organization: string): Promise<Heard> => {
      const headers = { authorization: `Bearer ${secret}` }
      const reply = await fetch(at(organization), { headers })
      assert.equal(reply.status, 200)
      return JSON.parse(await reply.text())
    }
    assert.equal((await fetch(at(api.organization))).status, 401)
    for (let round = 0; round < 5; round += 1) {
      const changes = [{ operation: 'insert_page', title: `Page ${round}` }]
      const { revision } = await ok(admin.post(`/spaces/${space}/content`, { changes }))
      const { name, data } = await ask(api.organization)
      assert.deepEqual([name, data.spaces], ['site', { [space]: revision }])
    }
    assert.equal((await ask(api.otherOrganization)).name, 'gone')
    await ok(admin.post(`/orgs/${api.organization}/sites/${site}/unpublish`))
    assert.equal((await ask(api.organization)).name, 'gone')
  })

  it('never tells of an older head after a newer one, however many write', async () => {
    const stream = await listen(api)
    await stream.hear(({ name }) => name === 'ready')
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const changes = [{ operation: 'insert_page', title: `Parallel ${index}` }]
        await ok(api.as('admin').post(`/spaces/${scene.space}/content`, { changes }))
      }),
    )
    const { revision } = await ok(api.as('admin').get(`/spaces/${scene.space}`))
    await stream.hear(({ data }) => data.spaces?.[scene.space] === revision)
    const rows = await api.rows(
      'select id, number from revision where space_id = $1 order by number',
      [scene.space],
    )
    const numberOf = new Map(rows.map(({ id, number }) => [id, number]))
    const numbers = stream.heard
      .map(({ data }) => numberOf.get(data.spaces?.[scene.space]) ?? -1)
      .filter((number) => number > 0)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    await stream.leave()
  })

  it('finds what commits late, and what no wake-up told of', async () => {
    const stream = await listen(api)
    await stream.hear(({ name }) => name === 'ready')
    const { db } = api.services
    const session = await db.session()
    await session.transaction(async (tx) => {
      noteChange(tx, {
        organizationId: api.organization,
        subject: 'site:0LateLateLateLateLate0',
      })
      const changes = [{ operation: 'insert_page', title: 'Meanwhile' }]
      const { revision } = await ok(
        api.as('admin').post(`/spaces/${scene.space}/content`, { changes }),
      )
      await stream.hear(({ data }) => data.spaces?.[scene.space] === revision)
    })
    await stream.hear(
      ({ name, data }) => name === 'gone' && data.site.startsWith('0Late'),
    )
    await session.close()

    // The note is found by polling: no NOTIFY announces it.
    await api.rows(
      `insert into change_note (id, organization_id, subject) values ('0Silent', $1, 'site:0SilentSilent')`,
      [api.organization],
    )
    await stream.hear(
      ({ name, data }) => name === 'gone' && data.site === '0SilentSilent',
    )
    await stream.leave()
  })

  it('ends with the process, so that nobody waits for it', async () => {
    const other = await startTestApi({ RENDERER_SECRET: secret })
    const stream = await listen(other)
    await stream.hear(({ name }) => name === 'ready')
    await other.stop()
    await stream.ended
    assert.ok(stream.isOver())
  })
})
