import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { after, before, describe, it } from 'node:test'

import { indexSpace } from '@lectern/server/features/writing/search/index-space.ts'

import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import type { TestBody } from '../../server/test/test-api.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

describe('a public site', () => {
  let world: TestSites
  let space: TestSpace
  let site: TestSite
  let pages: Record<string, string> = {}

  before(async () => {
    world = await startTestSites()
    space = await createTestSpace(world.api)
    const { changes } = await space.edit(
      {
        operation: 'insert_page',
        title: 'Welcome',
        document: { markdown: 'Hello **world**. Read [how](setup.md).\n' },
      },
      {
        operation: 'insert_page',
        title: 'Setup',
        document: { markdown: 'Install it.\n' },
      },
      { operation: 'insert_page', title: 'Usage', document: { markdown: 'Use it.\n' } },
      {
        operation: 'insert_page',
        title: 'Secret plans',
        hidden: true,
        document: { markdown: 'x\n' },
      },
      {
        operation: 'insert_page',
        title: 'For people',
        noRobotsIndex: true,
        document: { markdown: 'Not for robots.\n' },
      },
    )
    const [welcome, setup, usage] = changes.map(({ page }: TestBody) => page)
    pages = { welcome, setup, usage }
    site = await publishSite(world, [space.spaceId])
    await until(() => world.sites.isLive())
  })
  after(async () => world.stop())

  const renders = async () => world.sites.metrics.read('renders', 'body')
  const get = async (path: string, headers: Record<string, string> = {}) =>
    world.read(site.base + path, { headers })

  it('shows its first page at its root, with links that lead to pages', async () => {
    const page = await get('')
    assert.equal(page.status, 200)
    assert.match(page.body, /<h1>Welcome<\/h1>/)
    assert.match(page.body, new RegExp(`href="${site.base}setup"`))
    assert.match(page.body, /<link rel="canonical" href="http:\/\/[^"]+\/handbook\/"/)
  })

  it('has one address for each page', async () => {
    const cases: [string, string][] = [
      [site.base.slice(0, -1), site.base],
      [`${site.base}welcome`, site.base],
      [`${site.base}setup/`, `${site.base}setup`],
      [`${site.base}SETUP`, `${site.base}setup`],
      [`/${site.base}/setup`, `${site.base}setup`],
      [`${site.base}%73etup?a=b`, `${site.base}setup?a=b`],
    ]
    for (const [path, location] of cases) {
      const reply = await world.read(path)
      assert.equal(reply.status, 308, path)
      assert.equal(reply.headers.location, location)
      assert.match(String(reply.headers['cache-control']), /max-age=3600/)
    }
  })

  it('keeps robots from pages that ask for it, and shows them to people', async () => {
    const { status, body } = await get('for-people')
    assert.equal(status, 200)
    assert.match(body, /<meta name="robots" content="noindex/)
    assert.match((await get('')).body, /For people/)
    assert.doesNotMatch((await get('sitemap-pages.xml')).body, /for-people/)
  })

  it('leaves hidden pages out of the tree and of every list, and still shows them', async () => {
    for (const path of [
      '',
      'sitemap-pages.xml',
      'llms.txt',
      'llms-full.txt',
      'rss.xml',
    ]) {
      assert.doesNotMatch((await get(path)).body, /secret-plans|Secret plans/, path)
    }
    assert.equal((await get('secret-plans')).status, 200)
  })

  it('is Markdown for whoever asks for it', async () => {
    const file = await get('setup.md')
    assert.match(String(file.headers['content-type']), /^text\/markdown/)
    assert.equal(file.body, '# Setup\n\nInstall it.\n')
    const asked = await get('setup', { accept: 'text/markdown' })
    assert.equal(asked.body, file.body)
    assert.match(String(asked.headers.vary), /accept/)
    assert.match((await get('setup', { accept: 'text/html' })).body, /^<!doctype html>/)
  })

  it('answers a page it has without sending it again', async () => {
    const first = await get('setup', { 'accept-encoding': 'br' })
    assert.equal(first.headers['content-encoding'], 'br')
    assert.match(brotliDecompressSync(first.bytes).toString(), /Install it/)
    const etag = String(first.headers.etag)
    const again = await get('setup', { 'if-none-match': etag, 'accept-encoding': 'br' })
    assert.equal(again.status, 304)
    assert.equal(again.bytes.length, 0)
    const head = await world.read(`${site.base}setup`, { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.equal(head.bytes.length, 0)
    assert.ok(Number(head.headers['content-length']) > 1000)
  })

  it('sends strict headers with every page, and what a CDN may purge', async () => {
    const { headers } = await get('setup')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['cache-control']), /^public, max-age=0, s-maxage=/)
    assert.ok(String(headers['surrogate-key']).includes(`site-${site.id}`))
    assert.ok(String(headers['surrogate-key']).includes(`space-${space.spaceId}`))
  })

  it('dresses the page that no site is here, with a style that its policy lets through', async () => {
    const { status, headers, body } = await world.read('/no-such-site/')
    assert.equal(status, 404)
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(body) ?? []
    assert.match(style, /\.error-page\b/)
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = String(headers['content-security-policy']).split('; ')
    assert.ok(policy.includes(`style-src 'self' 'sha256-${hash}'`), policy.join('\n'))
  })

  it('shows what was merged as soon as it hears of it, and renders only that again', async () => {
    for (const path of ['', 'setup', 'usage']) await get(path)
    const rendered = await renders()
    await space.edit({
      operation: 'update_page',
      page: pages['usage'],
      document: { markdown: 'Use it **twice**.\n' },
    })
    // The figure is a gate's; here it must come without anybody asking for it.
    await until(async () => (await get('usage')).body.includes('twice'), 10_000)
    for (const path of ['', 'setup', 'usage']) await get(path)
    assert.equal((await renders()) - rendered, 1)
  })

  it('never shows anything older to who insists on a fresh answer', async () => {
    for (let round = 0; round < 10; round += 1) {
      const markdown = `Round ${round} of reading.\n`
      await space.edit({
        operation: 'update_page',
        page: pages['usage'],
        document: { markdown },
      })
      const page = await get('usage', { 'cache-control': 'no-cache' })
      assert.match(page.body, new RegExp(`Round ${round} of`))
    }
  })

  it('shows a new title everywhere, and renders no body again that does not show it', async () => {
    for (const path of ['', 'setup', 'usage']) await get(path)
    const rendered = await renders()
    await space.edit({
      operation: 'update_page',
      page: pages['setup'],
      title: 'Set it up',
    })
    await until(async () => (await get('set-it-up')).status === 200)
    for (const path of ['', 'set-it-up', 'usage']) {
      assert.ok((await get(path)).body.includes('Set it up'), path)
    }
    // The page itself, and the one that links to it, since its address changed too.
    assert.equal((await renders()) - rendered, 2)
    assert.equal((await get('setup')).headers.location, `${site.base}set-it-up`)
  })

  it('leads from where a page was to where it is, for good', async () => {
    await space.edit({ operation: 'update_page', page: pages['usage'], slug: 'handling' })
    await until(async () => (await get('handling')).status === 200)
    const old = await get('usage')
    assert.equal(old.status, 308)
    assert.equal(old.headers.location, `${site.base}handling`)
    assert.match((await get('')).body, new RegExp(`href="${site.base}handling"`))
  })

  it('suggests pages where there is none', async () => {
    const missing = await get('set-it-ups')
    assert.equal(missing.status, 404)
    assert.match(missing.body, new RegExp(`href="${site.base}set-it-up"`))
    assert.match(missing.body, /noindex/)
  })

  it('is searched without a script, and by one', async () => {
    const { organization: organizationId, services } = world.api
    await indexSpace(services, { organizationId, spaceId: space.spaceId })
    const form = await get('~search?q=install')
    assert.equal(form.status, 200)
    assert.match(form.body, new RegExp(`href="${site.base}set-it-up`))
    assert.equal(form.headers['x-robots-tag'], 'noindex')
    const { body } = await get('~search?q=install', { accept: 'application/json' })
    const answer: TestBody = JSON.parse(body)
    assert.equal(answer.query, 'install')
    assert.equal(answer.hits[0].href, `${site.base}set-it-up`)
  })

  it('takes feedback from its own pages, and not too much of it', async () => {
    const target = `${site.base}~feedback?page=${pages['setup']}`
    const send = async (body: string, headers: Record<string, string> = {}) =>
      world.read(target, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    const rated = await send('rating=good')
    assert.equal(rated.status, 303, rated.body)
    assert.equal(rated.headers.location, `${site.base}set-it-up#~feedback-sent`)
    const scripted = await send('comment=Nice', { accept: 'application/json' })
    assert.equal(scripted.status, 204)
    assert.equal((await send('rating=awful')).status, 400)
    assert.equal(
      (await send('rating=good', { origin: 'https://evil.example' })).status,
      403,
    )
    const elsewhere = await world.read(`${site.base}~feedback?page=none`, {
      method: 'POST',
      body: 'rating=good',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(elsewhere.status, 404)
    let last = 0
    for (let at = 0; at < 5; at += 1) last = (await send('rating=ok')).status
    assert.equal(last, 429)
  })

  for (const [what, text] of Object.entries({
    nothing: '',
    'a character of no text': '%00',
    'characters of no text among others': '%E2%80%AEevil%00%EF%BF%BD%7F%1B',
    'bytes of no character': '%ED%A0%80%FF',
    'an escape of nothing': '%E0%A4%A',
    'a long word': 'x'.repeat(3000),
    'a long word that ends within a character': `${'x'.repeat(511)}${'%F0%9F%98%80'.repeat(9)}`,
    'many words': 'word-and-'.repeat(300),
    'many segments': 'a/'.repeat(600),
    'a way out': '..%2F..%2F%2e%2e/etc/passwd',
    'what databases take for more': `'%25_%5C%22;--`,
  })) {
    it(`finds a page or none, whatever is asked for: ${what}`, async () => {
      const search = await get(`~search?q=${text}`)
      assert.equal(search.status, 200, search.body)
      const hits = await get(`~search?q=${text}`, { accept: 'application/json' })
      assert.equal(hits.status, 200, hits.body)
      const page = await get(text)
      assert.ok([200, 301, 307, 308, 400, 404, 414].includes(page.status), page.body)
    })

    it(`takes it for a mistake of the reader wherever else it stands: ${what}`, async () => {
      for (const target of [
        `?jwt_token=${text}`,
        `?visitor.language=${text}`,
        `?visitor.${text}=yes`,
        `~pdf?page=${text}`,
        `~share/${text}/`,
        `~assets/${text}`,
        `${text}.md`,
        `set-it-up?q=${text}`,
      ]) {
        const { status, body } = await get(target)
        assert.ok(status < 500, `${target}: ${status} ${body}`)
      }
      for (const [page, form] of [
        [text, 'rating=good'],
        [pages['setup'], `rating=${text}`],
        [pages['setup'], `comment=${text}`],
      ] as const) {
        const { status, body } = await world.read(`${site.base}~feedback?page=${page}`, {
          method: 'POST',
          body: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        assert.ok(status < 500, `feedback ${form}: ${status} ${body}`)
      }
    })
  }

  it('serves scripts and styles for ever, on hosts of sites only', async () => {
    const css = await get('~assets/main.css')
    assert.equal(css.status, 200)
    assert.match(String(css.headers['cache-control']), /immutable/)
    assert.equal((await get('~assets/none.css')).status, 404)
    const other = await world.read(`${site.base}~assets/main.css`, {
      host: 'other.example',
    })
    assert.equal(other.status, 404)
    const theme = /href="([^"]+~theme\/[^"]+)"/.exec((await get('')).body)?.[1] ?? ''
    const sheet = await world.read(theme)
    assert.match(String(sheet.headers['content-type']), /^text\/css/)
    assert.match(sheet.body, /--color-/)
  })

  it('is gone the moment it is unpublished', async () => {
    const admin = world.api.as('admin')
    must(await admin.post(`${site.path}/unpublish`), 200)
    await until(async () => (await get('')).status === 404, 5000)
    must(await admin.post(`${site.path}/publish`), 200)
    await until(async () => (await get('')).status === 200, 5000)
  })
})
