import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { newId } from '#/platform/ids/new-id.ts'
import { readPdf } from '#test/pdf/test-pdf-reading.ts'
import { idIn, pathOf, pdfsOf } from '#test/pdf/test-pdfs.ts'
import { startTestRenderer, type TestRenderer } from '#test/pdf/test-renderer.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'

describe('PDFs', () => {
  let api: TestApi
  let renderer: TestRenderer
  before(async () => {
    renderer = await startTestRenderer()
    api = await startTestApi({ SITES_URL: renderer.url })
    renderer.serve(api)
  })
  after(async () => {
    await api.stop()
    await renderer.stop()
  })
  const { newHandbook, linkTo, open, make, rowOf } = pdfsOf(() => api)

  /** Requests the content to print for a token, as the renderer does. */
  async function ask(
    token: string,
    secret = api.services.config.RENDERER_SECRET,
  ): Promise<Response> {
    return fetch(`${api.url}/~render/print/${token}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
  }

  async function printedPages(path: string): Promise<readonly string[]> {
    await make(await linkTo(path))
    return renderer.given
      .at(-1)
      ?.body.pages.map(({ title, depth }: TestBody) => '  '.repeat(depth) + title)
  }

  it('are made once for a revision, and say how far they are until then', async () => {
    const space = await newHandbook()
    const links = await Promise.all(
      Array.from({ length: 5 }, async () => linkTo(pathOf(space))),
    )
    const [link = ''] = links
    assert.equal(new Set(links.map(idIn)).size, 1)
    assert.match(link, /^http:\/\/lectern\.test\/~files\/~pdf\//)
    const jobs = await api.rows(
      `select 1 from pgboss.job where name = 'pdf.make' and data->>'pdfId' = $1`,
      [idIn(link)],
    )
    assert.equal(jobs.length, 1)

    const early = await open(link)
    assert.equal(early.status, 202)
    assert.equal(early.headers.get('retry-after'), '2')
    assert.equal(early.headers.get('cache-control'), 'no-store')
    assert.deepEqual(await early.json(), {
      object: 'pdf',
      id: idIn(link),
      status: 'waiting',
      progress: { done: 0, total: 4 },
    })

    const steps = new Set<number>()
    const look = async () => {
      const reply = await open(link)
      const body: TestBody = reply.status === 202 ? await reply.json() : undefined
      if (body?.status === 'printing') steps.add(body.progress.done)
    }
    const made = new AbortController()
    const looking = (async () => {
      while (!made.signal.aborted) await look()
    })()
    await make(link)
    made.abort()
    await looking
    assert.ok(steps.size >= 2, [...steps].join())

    const ready = await open(link)
    assert.equal(ready.status, 200)
    assert.equal(ready.headers.get('content-type'), 'application/pdf')
    assert.equal(
      ready.headers.get('content-disposition'),
      'inline; filename="Hand & book.pdf"',
    )
    assert.match(ready.headers.get('content-security-policy') ?? '', /^sandbox/)
    const head = await fetch(api.url + new URL(link).pathname, { method: 'HEAD' })
    assert.deepEqual(
      [head.status, head.headers.get('content-length')],
      [200, ready.headers.get('content-length')],
    )
    const bytes = Buffer.from(await ready.arrayBuffer())
    assert.equal(String(bytes.length), ready.headers.get('content-length'))
    const read = await readPdf(bytes)
    assert.deepEqual(read.outline, ['Start', 'Guide', 'Install'])
    assert.match(read.pages[1] ?? '', /Hand & book[^]*Begin here with Lectern/)
    assert.match(read.pages[0] ?? '', /Install +4/)
    assert.ok(bytes.includes('/Subtype /Image'), 'the picture came from storage')

    assert.equal(idIn(await linkTo(pathOf(space))), idIn(link))
    await make(link)
    assert.equal(renderer.given.length, 1)
    const row = await rowOf(link)
    assert.deepEqual([row.status, row.done, row.pages], ['ready', 4, 4])

    await space.edit({ operation: 'update_page', page: space.ids['Start'], title: 'New' })
    assert.notEqual(idIn(await linkTo(pathOf(space))), idIn(link))
  })

  it('are of all pages, of one with those below it, or of one alone', async () => {
    const space = await newHandbook()
    const { Guide, Secret, Link } = space.ids
    const of = async (query: string) => printedPages(pathOf(space, query))
    assert.deepEqual(await of(''), ['Start', 'Guide', '  Install'])
    assert.deepEqual(await of(`?page=${Guide}`), ['Guide', '  Install'])
    assert.deepEqual(await of(`?page=${Guide}&only=true`), ['Guide'])
    assert.deepEqual(await of(`?page=${Secret}`), ['Secret'])
    const rows = await api.rows('select id from pdf where space_id = $1', [space.spaceId])
    assert.equal(rows.length, 4)

    const alone = await api.as('read').get(pathOf(space, '?only=true'))
    assert.deepEqual([alone.status, alone.body.error.reason], [400, 'invalid_request'])
    for (const page of [newId(), Link]) {
      const reply = await api.as('read').get(pathOf(space, `?page=${page}`))
      assert.equal(reply.status, 404)
    }
  })

  it('of a change request have what it changed', async () => {
    const space = await newHandbook()
    const made = await api
      .as('edit')
      .post(`/spaces/${space.spaceId}/change-requests`, { subject: 'Better words' })
    const path = `/spaces/${space.spaceId}/change-requests/${made.body.number}`
    await api.as('edit').post(`${path}/content`, {
      changes: [
        { operation: 'update_page', page: space.ids['Start'], title: 'Proposed' },
      ],
    })
    assert.deepEqual(await printedPages(`${path}/pdf`), [
      'Proposed',
      'Guide',
      '  Install',
    ])
    const body = renderer.given.at(-1)?.body
    assert.deepEqual(body.changeRequest, {
      number: made.body.number,
      subject: 'Better words',
    })
    assert.equal((await printedPages(pathOf(space)))[0], 'Start')
    const missing = await api
      .as('read')
      .get(`/spaces/${space.spaceId}/change-requests/99/pdf`)
    assert.equal(missing.status, 404)
  })

  it('are for who may see the space, and their links for an hour', async () => {
    const space = await newHandbook()
    assert.equal((await api.anonymous().get(pathOf(space))).status, 401)
    const hidden = await api.as('outsider').get(pathOf(space))
    const missing = await api.as('outsider').get('/spaces/nothing/pdf')
    assert.equal(hidden.status, 404)
    assert.equal(
      hidden.body.error.message.replace(space.spaceId, 'nothing'),
      missing.body.error.message,
    )
    const none = await api.rows('select 1 from pdf where space_id = $1', [space.spaceId])
    assert.equal(none.length, 0)

    const link = await linkTo(pathOf(space))
    const [, expires = '', signature = ''] = /(\d+)-([\w-]+)$/.exec(link) ?? []
    const seconds = Number(expires) - Date.now() / 1000
    assert.ok(seconds > 3590 && seconds <= 3600, String(seconds))
    const forged = [
      link.replace(expires, String(Number(expires) + 1)),
      link.replace(
        signature,
        `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      ),
      link.replace(idIn(link), newId()),
      link.replace(api.organization, api.otherOrganization),
      link.replace(`${expires}-${signature}`, 'x'),
    ]
    for (const each of forged) assert.equal((await open(each)).status, 404, each)
    const { pathname } = new URL(forged[0] ?? '')
    const inWords = await fetch(api.url + pathname, { headers: { accept: 'text/html' } })
    assert.equal(inWords.headers.get('cache-control'), 'no-store')
    assert.match(await inWords.text(), /<h1>This PDF is not here<\/h1>/)
    const past = Math.floor(Date.now() / 1000) - 1
    const text = JSON.stringify([api.organization, idIn(link), past])
    const old = `${past}-${api.services.signer.sign('pdf-url', text)}`
    assert.equal((await open(link.replace(`${expires}-${signature}`, old))).status, 404)

    assert.equal((await open(link)).status, 202)
    await api.as('admin').delete(`/spaces/${space.spaceId}`)
    assert.equal((await open(link)).status, 404)
  })

  it('show the renderer the content once, and nobody else', async () => {
    const space = await newHandbook()
    const link = await linkTo(pathOf(space))
    const refusals: number[] = []
    const tokens: string[] = []
    renderer.beforeAsking = async (token) => {
      const others = [
        ask(token, 'x'.repeat(40)),
        ask(token.slice(0, -1)),
        ask(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`),
        ask(token.replace(idIn(link), newId())),
      ]
      for (const reply of await Promise.all(others)) refusals.push(reply.status)
      tokens.push(token)
    }
    await make(link)
    renderer.beforeAsking = async () => {}
    assert.deepEqual(refusals, [401, 404, 404, 404])
    assert.equal(tokens.length, 1)
    assert.equal((await ask(tokens[0] ?? '')).status, 404)
    assert.equal((await open(link)).status, 200)
    const { body } = renderer.given.at(-1) ?? {}
    assert.deepEqual(Object.keys(body).toSorted(), [
      'changeRequest',
      'customization',
      'files',
      'options',
      'organization',
      'pages',
      'reusableContents',
      'revision',
      'space',
    ])
    assert.equal(body.files[0].name, 'dot.png')
    assert.deepEqual(body.options, { page: null, only: false })
  })
})

describe('an installation without a renderer', () => {
  it('says that it makes no PDFs', async () => {
    const api = await startTestApi({
      LECTERN_ENV: 'production',
      SECRET_KEYS: 'a secret key of an installation without a renderer',
      FILES_URL: 'http://files.lectern.test/~files',
    })
    try {
      const space = await createTestSpace(api)
      const { status, body } = await api.as('read').get(`/spaces/${space.spaceId}/pdf`)
      assert.deepEqual([status, body.error.reason], [409, 'pdfs_not_set_up'])
    } finally {
      await api.stop()
    }
  })
})
