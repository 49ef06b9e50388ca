import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { openThreads } from '#/platform/threads/threads.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { runImport } from './import-jobs.ts'

type Answer = string | ((response: ServerResponse) => void)

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const send = (type: string, body: string | Buffer, headers: object = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }
}
const redirect = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end()
}

const page = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title} | Site</title></head><body>
   <nav><a href="/docs/">Start</a><a href="/docs/guide/">Guide</a></nav>
   <main><h1>${title}<a class="headerlink" href="#x">¶</a></h1>${text}</main>
   <footer>All rights reserved</footer></body></html>`

describe('imports from a website', () => {
  let api: TestApi
  let server: Server
  let origin: string
  let asked: string[]
  let answers: Map<string, Answer>
  let space: string
  before(async () => {
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    server = createServer((request, response) => {
      const path = request.url ?? '/'
      asked.push(path)
      const answer = answers.get(path)
      if (typeof answer === 'function') answer(response)
      else if (answer === undefined) response.writeHead(404).end('none')
      else send('text/html; charset=utf-8', answer)(response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await api.stop()
  })
  beforeEach(async () => {
    asked = []
    answers = new Map()
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Web', empty: true })
    space = made.body.id
  })

  const imports = () => `/org/${api.organization}/imports`

  async function start(path: string, target: object = {}) {
    return api.as('edit').post(imports(), {
      source: { type: 'website', url: `${origin}${path}` },
      target: { space, ...target },
    })
  }

  async function imported(
    path: string,
    target: object = {},
    services = api.services,
  ): Promise<TestBody> {
    const made = await start(path, target)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const importRunId: string = made.body.id
    await runImport.run({ organizationId: api.organization, importRunId }, services)
    return (await api.as('edit').get(`${imports()}/${importRunId}`)).body
  }

  async function pagesOf(): Promise<TestBody[]> {
    const { body } = await api.as('edit').get(`/spaces/${space}/content/pages`)
    return body.pages
  }

  async function markdownOf(id: string): Promise<string> {
    const path = `/spaces/${space}/content/page/${id}?format=markdown`
    return (await api.as('edit').get(path)).body.markdown
  }

  const messageFor = ({ problems }: TestBody, path: string): string | undefined =>
    problems.find((one: TestBody) => one.path === `${origin}${path}`)?.message

  it('gives up a page that takes too long to read, and does not begin again for it', async () => {
    answers.set('/', page('Dear', '<p>Words.</p>'))
    const threads = openThreads({ threadsMax: 2, timeoutMs: 1 })
    try {
      const run = await imported('/', {}, { ...api.services, threads })
      assert.equal(run.status, 'failed')
      assert.match(run.failure, /Nothing was read.*more time or memory/)
    } finally {
      await threads.close()
    }
  })

  it('reads pages with their tree, images and links, and nothing around their text', async () => {
    answers
      .set(
        '/docs/',
        page(
          'Start',
          '<p>Begin <b>here</b> with <a href="guide/#set-up">the guide</a>, or <a href="https://elsewhere.example/">leave</a>.</p><img src="/img/dot.png" alt="A dot">',
        ),
      )
      .set(
        '/docs/guide/',
        page(
          'Guide',
          '<h2 id="set-up">Set up</h2><pre class="language-sh"><code><span>npm</span> ci\n</code></pre><ul><li>One</li><li>Two <a href="/docs/guide/deep.html">deep</a></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
        ),
      )
      .set('/docs/guide/deep.html', page('Deep', '<p>{% if true %} &amp; *stars*</p>'))
      .set('/docs/unlinked', page('Unlinked', '<p>Only the sitemap knows it.</p>'))
      .set('/other/', page('Other', '<p>Not below the start.</p>'))
      .set('/img/dot.png', send('image/png', image))
      .set(
        '/sitemap.xml',
        send(
          'application/xml',
          `<urlset><url><loc>${origin}/docs/unlinked</loc></url><url><loc>${origin}/other/</loc></url></urlset>`,
        ),
      )
    const run = await imported('/docs/')
    assert.equal(run.status, 'completed', JSON.stringify(run))
    assert.deepEqual(run.problems, [])
    assert.equal(run.result.pages.created, 4)
    assert.equal(run.result.files.created, 1)
    const pages = await pagesOf()
    assert.deepEqual(
      pages.map(({ title }) => title),
      ['Start', 'Unlinked', 'Guide'],
    )
    const [first, , guide] = pages
    assert.deepEqual(
      guide.pages.map(({ title, path }: TestBody) => [title, path]),
      [['Deep', 'guide/deep']],
    )
    const text = await markdownOf(first.id)
    assert.match(text, /Begin \*\*here\*\* with \[the guide\]\(guide\.md#set-up\)/)
    assert.match(text, /\[leave\]\(https:\/\/elsewhere\.example\/\)/)
    assert.match(text, /\.gitbook\/assets\/[^/]+\/docs\/dot\.png/)
    assert.doesNotMatch(text, /rights|¶/)
    const other = await markdownOf(guide.id)
    assert.match(other, /```sh\nnpm ci\n```/)
    assert.match(other, /\| *1 *\| *2 *\||<td>1<\/td><td>2<\/td>/)
    assert.match(other, /\[deep\]\(guide\/deep\.md\)/)
    const sources = run.pages.map(({ sourceURL }: TestBody) => sourceURL)
    assert.ok(sources.includes(`${origin}/docs/guide/deep.html`))
    const links = await api.as('edit').get(`/spaces/${space}/links`)
    assert.equal(links.body.stats.broken.total, 0, JSON.stringify(links.body.items))
    assert.ok(!asked.includes('/other/'))
  })

  it('reads a site whose robots.txt says much to thousands of others', async () => {
    const names = Array.from({ length: 4500 }, (_, nth) => `user-agent:a${nth}\n`)
    const rule = `disallow:/${'*'.repeat(80)}\n`
    const robots = `${names.join('')}${rule.repeat(4800)}`
    assert.ok(robots.length > 500_000 && robots.length < 512 * 1024)
    answers.set('/robots.txt', send('text/plain', robots))
    answers.set('/', page('Home', '<p>1</p>'))
    const run = await imported('/')
    assert.equal(run.status, 'completed', JSON.stringify(run))
  })

  it('finds the same pages again the next time', async () => {
    answers.set('/', page('Home', '<p>One <a href="/two">two</a></p>'))
    answers.set('/two', page('Two', '<p>2</p>'))
    const first = await imported('/')
    const again = await imported('/')
    assert.equal(first.result.pages.created, 2)
    assert.deepEqual([again.result.pages.created, again.result.pages.unchanged], [0, 2])
    answers.set('/two', page('Two', '<p>22</p>'))
    const changed = await imported('/')
    assert.equal(changed.result.pages.updated, 1)
    const [{ id: _id, ...written }] = changed.pages
    assert.deepEqual(written, {
      type: 'page',
      status: 'complete',
      sourceURL: `${origin}/two`,
    })
    assert.deepEqual(changed.source, { type: 'website', url: `${origin}/` })
    assert.deepEqual(changed.target, { space })
    assert.equal(changed.createdBy, api.users.edit)
  })

  it('goes below the page that it is told to, and again there', async () => {
    answers.set('/', page('Home', '<p><a href="/two">two</a></p>'))
    answers.set('/two', page('Two', '<p>2</p>'))
    const { body } = await api.as('edit').post(`/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_page', title: 'One', document: { markdown: 'a\n' } },
        { operation: 'insert_page', title: 'Other', document: { markdown: 'b\n' } },
      ],
    })
    const [one, other] = body.changes.map(({ page: id }: TestBody) => id)
    await imported('/', { page: one })
    const again = await imported('/', { page: one })
    assert.equal(again.result.pages.created, 0)
    await imported('/', { page: other })
    const below = (await pagesOf()).map(({ title, pages }) => [
      title,
      pages.map((each: TestBody) => each.title),
    ])
    assert.deepEqual(below, [
      ['One', ['Home', 'Two']],
      ['Other', ['Home', 'Two']],
    ])
    const links = await api.as('edit').get(`/spaces/${space}/links`)
    assert.equal(links.body.stats.broken.total, 0)
  })

  it('refuses a page that is not there, and to mirror below one', async () => {
    const missing = await start('/', { page: 'nope' })
    assert.equal(missing.status, 404)
    const mirrored = await start('/', { page: 'nope', mode: 'mirror' })
    assert.equal(mirrored.status, 400)
    assert.match(mirrored.body.error.message, /all of the space/)
  })

  it('refuses addresses that are none', async () => {
    for (const url of [
      'ftp://a.example/',
      'docs.example',
      'https://user:secret@a.example/',
    ]) {
      const reply = await api
        .as('edit')
        .post(imports(), { source: { type: 'website', url }, target: { space } })
      assert.equal(reply.status, 400, url)
    }
  })

  it('leaves alone what robots.txt and the pages themselves close', async () => {
    answers
      .set(
        '/robots.txt',
        send('text/plain', 'User-agent: *\nDisallow: /closed\nAllow: /closed/but\n'),
      )
      .set(
        '/',
        page(
          'Home',
          '<a href="/closed/a">a</a> <a href="/closed/but">b</a> <a href="/kept">c</a>',
        ),
      )
      .set('/closed/but', page('Allowed', '<p>x</p>'))
      .set('/kept', `<meta name="robots" content="noindex">${page('Kept', '<p>x</p>')}`)
    const run = await imported('/')
    assert.match(messageFor(run, '/closed/a') ?? '', /robots\.txt/)
    assert.match(messageFor(run, '/kept') ?? '', /asks robots/)
    assert.equal(run.result.pages.created, 2)
    assert.ok(!asked.includes('/closed/a'))
  })

  it('reads nothing while robots.txt cannot be read, or forbids all', async () => {
    answers.set('/', page('Home', '<p>x</p>'))
    answers.set('/robots.txt', (response) => response.writeHead(503).end())
    const broken = await imported('/')
    assert.equal(broken.status, 'failed')
    assert.match(broken.failure, /robots\.txt/)
    assert.equal(broken.reason, broken.failure)
    answers.set('/robots.txt', send('text/plain', 'User-agent: lectern\nDisallow: /\n'))
    assert.equal((await imported('/')).status, 'failed')
    assert.ok(!asked.includes('/'))
  })

  it('follows redirects on the host alone', async () => {
    answers
      .set(
        '/',
        page(
          'Home',
          '<a href="/moved">1</a> <a href="/away">2</a> <a href="/inside">3</a> <a href="/loop">4</a>',
        ),
      )
      .set('/moved', redirect('/here'))
      .set('/here', page('Here', '<p>x</p>'))
      .set('/away', redirect('http://127.0.0.2/secret'))
      .set('/inside', redirect('http://169.254.169.254/latest/meta-data/'))
      .set('/loop', redirect('/loop'))
    const run = await imported('/')
    assert.equal(run.result.pages.created, 2)
    assert.match(messageFor(run, '/away') ?? '', /another host/)
    assert.match(messageFor(run, '/inside') ?? '', /another host/)
    assert.match(messageFor(run, '/loop') ?? '', /redirects/)
  })

  it('takes nothing from a host that is not on the public internet', async () => {
    const reply = await api.as('edit').post(imports(), {
      source: { type: 'website', url: 'http://127.0.0.2:8080/' },
      target: { space },
    })
    const importRunId: string = reply.body.id
    await runImport.run({ organizationId: api.organization, importRunId }, api.services)
    const { body } = await api.as('edit').get(`${imports()}/${importRunId}`)
    assert.equal(body.status, 'failed')
    assert.match(body.failure, /does not answer on the public internet/)
    assert.deepEqual(await pagesOf(), [])
  })

  it('leaves out bombs, huge pages, what is no HTML, and endless queries', async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, 'a'))
    answers
      .set(
        '/',
        page(
          'Home',
          '<a href="/bomb">1</a> <a href="/huge">2</a> <a href="/pdf">3</a> <a href="/list?page=2">4</a> <a href="/gone">5</a> <img src="/bomb.png"> <img src="/text.png">',
        ),
      )
      .set('/bomb', send('text/html', bomb, { 'content-encoding': 'gzip' }))
      .set('/huge', `<main>${'<p>x</p>'.repeat(400_000)}</main>`)
      .set('/pdf', send('application/pdf', '%PDF'))
      .set('/bomb.png', send('image/png', bomb, { 'content-encoding': 'gzip' }))
      .set('/text.png', send('text/html', 'no picture'))
    const run = await imported('/')
    assert.equal(run.status, 'completed', JSON.stringify(run))
    assert.equal(run.result.pages.created, 1)
    assert.equal(run.result.files.created, 0)
    assert.match(messageFor(run, '/bomb') ?? '', /larger than/)
    assert.match(messageFor(run, '/huge') ?? '', /larger than/)
    assert.match(messageFor(run, '/pdf') ?? '', /no HTML/)
    assert.match(messageFor(run, '/gone') ?? '', /404/)
    assert.match(messageFor(run, '/bomb.png') ?? '', /larger than/)
    assert.match(messageFor(run, '/text.png') ?? '', /no picture/)
    assert.ok(!asked.includes('/list?page=2'))
  })

  it('does not wait for an answer that never ends', async () => {
    answers
      .set('/', page('Home', '<a href="/slow">1</a> <a href="/fast">2</a>'))
      .set('/slow', (response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<main>')
        const drip = setInterval(() => response.write('<p>x</p>'), 500)
        response.on('close', () => clearInterval(drip))
      })
      .set('/fast', page('Fast', '<p>x</p>'))
    const run = await imported('/')
    assert.match(messageFor(run, '/slow') ?? '', /no complete answer/)
    assert.equal(run.result.pages.created, 2)
  })

  it('stops when it is cancelled', async () => {
    for (let nth = 0; nth < 40; nth += 1) {
      const path = nth === 0 ? '/' : `/p${nth}`
      answers.set(path, page(`P${nth}`, `<a href="/p${nth + 1}">next</a>`))
    }
    const made = await start('/')
    const importRunId: string = made.body.id
    const running = runImport.run(
      { organizationId: api.organization, importRunId },
      api.services,
    )
    while (asked.length < 6) await new Promise((resolve) => setTimeout(resolve, 50))
    const cancelled = await api.as('edit').post(`${imports()}/${importRunId}/cancel`)
    assert.equal(cancelled.status, 201)
    assert.ok(cancelled.body.progress.total > 0)
    await running
    assert.ok(asked.length < 40)
    assert.deepEqual(await pagesOf(), [])
  })
})
