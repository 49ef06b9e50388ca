import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { exportArchive, packFiles, uploadArchive } from '#test/test-archives.ts'

import { runImport } from './import-jobs.ts'

interface Site {
  readonly origin: string
  readonly pages: Map<string, string | Buffer>
  readonly server: Server
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const page = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${text}</main></body></html>`

async function startSite(): Promise<Site> {
  const pages = new Map<string, string | Buffer>()
  const server = createServer((request, response) => {
    const answer = pages.get(request.url ?? '/')
    if (answer === undefined) response.writeHead(404).end('none')
    else {
      const type = typeof answer === 'string' ? 'text/html' : 'image/png'
      response.writeHead(200, { 'content-type': type }).end(answer)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, pages, server }
}

const handbook = await packFiles(
  new Map([
    ['README.md', '# My handbook\n\nBegin with the [setup](setup.md).\n'],
    ['setup.md', '# Setup of mine\n\n![A dot](.gitbook/assets/dot.svg)\n'],
    [
      '.gitbook/assets/dot.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    ],
  ]),
)

const countsOf = ({ result }: TestBody) => {
  const { created, updated, unchanged, removed } = result.pages
  return { created, updated, unchanged, removed }
}

describe('what is read from a website', () => {
  let api: TestApi
  let one: Site
  let two: Site
  let space: string
  before(async () => {
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    one = await startSite()
    two = await startSite()
  })
  after(async () => {
    for (const { server } of [one, two]) {
      server.closeAllConnections()
      server.close()
    }
    await api.stop()
  })
  beforeEach(async () => {
    for (const [site, name] of [
      [one, 'First'],
      [two, 'Second'],
    ] as const) {
      site.pages.clear()
      site.pages
        .set(
          '/',
          page(
            `${name} home`,
            `<p>${name} begins. <a href="/setup">${name} setup</a> <img src="/dot.png" alt="x"></p>`,
          ),
        )
        .set('/setup', page(`${name} setup`, `<p>${name} is set up.</p>`))
        .set('/dot.png', dot)
    }
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Web', empty: true })
    space = made.body.id
  })

  const imports = () => `/org/${api.organization}/imports`

  async function imported(source: object, target: object = {}): Promise<TestBody> {
    const body = { source, target: { space, ...target } }
    const made = await api.as('edit').post(imports(), body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const importRunId: string = made.body.id
    await runImport.run({ organizationId: api.organization, importRunId }, api.services)
    const { body: run } = await api.as('edit').get(`${imports()}/${importRunId}`)
    assert.equal(run.status, 'completed', JSON.stringify(run))
    return run
  }

  const website = async ({ origin }: Site, path = '/', target: object = {}) =>
    imported({ type: 'website', url: `${origin}${path}` }, target)

  async function pushed(files: Buffer, target: object = {}): Promise<TestBody> {
    const key = await uploadArchive(api, files)
    return imported({ type: 'file', files: [key] }, target)
  }

  async function pagesOf(): Promise<TestBody[]> {
    const { body } = await api.as('edit').get(`/spaces/${space}/content/pages`)
    return body.pages
  }

  const standing = async () =>
    (await pagesOf()).map(({ title, slug }): [string, string] => [title, slug])

  async function markdownOf(title: string): Promise<string> {
    const found = (await pagesOf()).find((each) => each.title === title)
    assert.ok(found, title)
    const path = `/spaces/${space}/content/page/${found.id}?format=markdown`
    return (await api.as('edit').get(path)).body.markdown
  }

  async function nothingBroken(): Promise<void> {
    const links = await api.as('edit').get(`/spaces/${space}/links`)
    assert.equal(links.body.stats.broken.total, 0, JSON.stringify(links.body.items))
  }

  it('stands beside pages of files with the same names', async () => {
    for (const mode of ['mirror', 'add']) await pushed(handbook, { mode })
    const run = await website(one)
    assert.deepEqual(countsOf(run), { created: 2, updated: 0, unchanged: 2, removed: 0 })
    assert.deepEqual(await standing(), [
      ['My handbook', 'my-handbook'],
      ['Setup of mine', 'setup'],
      ['First home', 'first-home'],
      ['First setup', 'setup-1'],
    ])
    assert.match(await markdownOf('My handbook'), /Begin with the \[setup\]\(setup\.md\)/)
    assert.match(await markdownOf('First home'), /First begins/)
    await nothingBroken()
  })

  it('stands beside what was read from another website, and each is found again', async () => {
    await website(one)
    const other = await website(two)
    assert.deepEqual(countsOf(other), {
      created: 2,
      updated: 0,
      unchanged: 2,
      removed: 0,
    })
    assert.equal(other.result.files.created, 1)
    const stand = [
      ['First home', 'first-home'],
      ['First setup', 'setup'],
      ['Second home', 'second-home'],
      ['Second setup', 'setup-1'],
    ]
    assert.deepEqual(await standing(), stand)
    one.pages.set('/setup', page('First setup', '<p>Changed.</p>'))
    for (const [site, updated] of [
      [one, 1],
      [two, 0],
      [one, 0],
    ] as const) {
      const again = await website(site)
      const unchanged = 4 - updated
      assert.deepEqual(countsOf(again), { created: 0, updated, unchanged, removed: 0 })
      assert.equal(again.result.files.unchanged, 2)
    }
    assert.deepEqual(await standing(), stand)
    assert.match(await markdownOf('First setup'), /Changed/)
    assert.match(await markdownOf('Second setup'), /Second is set up/)
    await nothingBroken()
  })

  it('stands beside another website below a page too', async () => {
    const { body } = await api.as('edit').post(`/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_page', title: 'Top', document: { markdown: 'a\n' } },
      ],
    })
    const target = { page: body.changes[0].page }
    await website(one, '/', target)
    for (const created of [2, 0]) {
      const run = await website(two, '/', target)
      assert.deepEqual([run.result.pages.created, run.result.pages.updated], [created, 0])
    }
    const [top] = await pagesOf()
    assert.deepEqual(
      top.pages.map(({ title, slug }: TestBody) => [title, slug]),
      [
        ['First home', 'first-home'],
        ['First setup', 'setup'],
        ['Second home', 'second-home'],
        ['Second setup', 'setup-1'],
      ],
    )
    await website(one)
    assert.equal((await pagesOf()).length, 3)
    await nothingBroken()
  })

  it('is known by its address, wherever the reading began', async () => {
    one.pages
      .set('/docs/', page('Docs', '<p>About. <a href="/docs/more">More</a></p>'))
      .set('/docs/more', page('More', '<p>And more.</p>'))
    await website(one)
    const below = await website(one, '/docs/')
    assert.deepEqual(countsOf(below), {
      created: 2,
      updated: 0,
      unchanged: 2,
      removed: 0,
    })
    assert.match(await markdownOf('First home'), /First begins/)
    one.pages.set('/setup', page('First setup', '<p>See <a href="/docs/">docs</a></p>'))
    const all = await website(one)
    assert.equal(all.result.pages.created, 0)
    assert.equal((await standing()).filter(([title]) => title === 'Docs').length, 1)
    await nothingBroken()
  })

  it('is not overwritten by a folder that is added', async () => {
    await website(one)
    const run = await pushed(handbook, { mode: 'add' })
    assert.deepEqual(countsOf(run), { created: 2, updated: 0, unchanged: 2, removed: 0 })
    const again = await pushed(handbook, { mode: 'add' })
    assert.deepEqual(countsOf(again), {
      created: 0,
      updated: 0,
      unchanged: 4,
      removed: 0,
    })
    assert.match(await markdownOf('First setup'), /First is set up/)
    await nothingBroken()
  })

  it('is what an export of it says, and still known by its address', async () => {
    await pushed(handbook, { mode: 'add' })
    await website(one)
    await website(two)
    const archive = await exportArchive(api, space)
    const run = await pushed(archive, { mode: 'mirror' })
    assert.deepEqual(countsOf(run), { created: 0, updated: 0, unchanged: 6, removed: 0 })
    assert.equal(run.result.files.removed, 0)
    assert.deepEqual((await website(one)).result.pages.created, 0)
  })

  it('becomes all of the space when it is mirrored', async () => {
    await pushed(handbook)
    await website(one)
    const run = await website(one, '/', { mode: 'mirror' })
    // The slug that another page had is free now.
    assert.deepEqual(countsOf(run), { created: 0, updated: 1, unchanged: 1, removed: 2 })
    assert.deepEqual(await standing(), [
      ['First home', 'first-home'],
      ['First setup', 'setup'],
    ])
  })
})
