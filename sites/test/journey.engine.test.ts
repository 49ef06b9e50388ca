import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { type RunningWorker, startWorker } from '@lectern/server/start/worker.ts'
import type { Browser } from 'playwright-core'

import { buildAssets } from '#/assets/build-assets.ts'

import { startLectern } from '../../cli/test/start-lectern.ts'
import { recordStatement } from '../../server/test/recorded-statements.ts'
import type { TestBody, TestCaller } from '../../server/test/test-api.ts'
import { freePort } from '../../tools/free-port.ts'
import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import { must, startTestSites, type TestSites, until } from './test-sites.ts'

const handbook: Readonly<Record<string, string>> = {
  'SUMMARY.md': '# Summary\n\n- [Welcome](README.md)\n- [Install](install.md)\n',
  'README.md': '# Welcome\n\nBegin by [installing](install.md) it.\n',
  'install.md': '# Install\n\nAsk your administrator for an account.\n',
}

/** Nothing is made behind the API's back: three people, their tokens, the command line and a browser. */
describe('from a folder to a reader', { skip: browserIsMissing }, () => {
  let world: TestSites
  let worker: RunningWorker
  let browser: Browser
  let scratch = ''
  let founder: TestCaller
  let reviewer: TestCaller
  let organization = ''
  let space = ''
  let published = ''

  before(async () => {
    const port = String(await freePort())
    const environment = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
    world = await startTestSites(environment, await buildAssets())
    worker = await startWorker(world.api.services.config, {
      onStatement: recordStatement,
    })
    browser = await launchBrowser()
    scratch = await mkdtemp(path.join(tmpdir(), 'lectern-journey-'))
    founder = world.api.as('outsider')
    reviewer = world.api.as('review')
  })
  after(async () => {
    await browser.close()
    await worker.stop()
    await world.stop()
    await rm(scratch, { recursive: true, force: true })
  })

  async function write(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = path.join(scratch, 'handbook')
    await mkdir(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) {
      await writeFile(path.join(folder, name), text)
    }
    return folder
  }

  async function lectern(
    as: 'outsider' | 'edit' | 'review',
    ...words: readonly string[]
  ): Promise<TestBody> {
    const { code, stdout, stderr } = await startLectern([...words, '--json'], {
      LECTERN_URL: world.api.url,
      LECTERN_TOKEN: world.api.tokens[as],
      LECTERN_ORGANIZATION: organization,
      TMPDIR: scratch,
    }).ended
    assert.equal(code, 0, `${stdout}${stderr}`)
    return JSON.parse(stdout)
  }

  async function join(name: 'edit' | 'review'): Promise<void> {
    const link = await founder.post(`/orgs/${organization}/link-invites`, { role: name })
    must(link, 201)
    const target = `/orgs/${organization}/invites/${link.body.id}`
    must(await world.api.as(name).post(target), 200)
  }

  /** What a reader of the page sees, and where they end up. */
  async function open(url: string, javaScriptEnabled: boolean) {
    const context = await browser.newContext({ javaScriptEnabled })
    try {
      const page = await context.newPage()
      const reply = await page.goto(url)
      const cameFrom = await reply?.request().redirectedFrom()?.response()
      return {
        status: reply?.status(),
        redirect: cameFrom?.status(),
        url: page.url(),
        title: await page.locator('h1').innerText(),
        text: await page.locator('main').innerText(),
        link: await page.getByRole('link', { name: 'installing' }).count(),
        tree: await page.locator('nav').allInnerTexts(),
      }
    } finally {
      await context.close()
    }
  }

  it('begins with an organization, its people and a space', async () => {
    const made = await founder.post('/orgs', { title: 'Journey' })
    must(made, 201)
    organization = made.body.id
    await join('edit')
    await join('review')
    const created = await lectern(
      'outsider',
      'space',
      'create',
      '--title',
      'Handbook',
      '--empty',
    )
    space = created.id
    const rules = [{ rule: 'require_at_least_one_approved_review' }]
    const locked = { editMode: 'locked', mergeRules: { type: 'rules', rules } }
    const pushed = await lectern(
      'outsider',
      'content',
      'push',
      await write(handbook),
      '--space',
      space,
    )
    assert.equal(pushed.run.result.pages.created, 2)
    must(await founder.patch(`/spaces/${space}`, locked), 200)
  })

  it('merges a change that somebody else has reviewed', async () => {
    const folder = await write({
      'install.md': '# Install\n\nAsk your administrator for an **API token**.\n',
    })
    const change = ['--space', space]
    await lectern('edit', 'change', 'push', folder, ...change, '--subject', 'Tokens')
    const early = await startLectern(['change', 'merge', '1', ...change], {
      LECTERN_URL: world.api.url,
      LECTERN_TOKEN: world.api.tokens.review,
    }).ended
    assert.equal(early.code, 4, 'nobody has approved it yet')
    const reviews = `/spaces/${space}/change-requests/1/reviews`
    must(await reviewer.post(reviews, { status: 'approved' }), 201)
    const merged = await lectern('review', 'change', 'merge', '1', ...change)
    assert.equal(merged.result, 'merge')
  })

  it('is read in a browser once its site is published, with and without scripts', async () => {
    const made = await founder.post(`/orgs/${organization}/sites`, {
      title: 'Handbook',
      spaces: [space],
    })
    must(made, 201)
    const target = `/orgs/${organization}/sites/${made.body.id}`
    const reply = await founder.post(`${target}/publish`)
    must(reply, 200)
    published = reply.body.urls.published
    await until(() => world.sites.isLive())
    for (const scripts of [true, false]) {
      const home = await open(published, scripts)
      assert.deepEqual([home.status, home.title, home.link], [200, 'Welcome', 1])
      const page = await open(`${published}install`, scripts)
      assert.deepEqual([page.status, page.title], [200, 'Install'])
      assert.match(page.text, /Ask your administrator for an API token\./)
      assert.ok(page.tree.some((text) => text.includes('Install')))
    }
  })

  it('leads from where a page was to where it is, for good', async () => {
    const { body } = await founder.get(`/spaces/${space}/content/path/install`)
    must(await founder.patch(`/spaces/${space}`, { editMode: 'live' }), 200)
    const renamed = await founder.post(`/spaces/${space}/content`, {
      changes: [
        { operation: 'update_page', page: body.id, title: 'Set up', slug: 'set-up' },
      ],
    })
    must(renamed, 200)
    const { host, pathname } = new URL(`${published}install`)
    await until(async () => (await world.read(pathname, { host })).status === 308)
    for (const scripts of [true, false]) {
      const page = await open(`${published}install`, scripts)
      assert.deepEqual(
        [page.redirect, page.status, page.url, page.title],
        [308, 200, `${published}set-up`, 'Set up'],
      )
      assert.match(page.text, /API token/)
    }
  })
})
