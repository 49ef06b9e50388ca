import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser, Page } from 'playwright-core'

import { buildAssets } from '#/assets/build-assets.ts'

import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import { ask } from '../../server/test/test-insights.ts'
import { newSpace } from '../../server/test/test-published.ts'
import {
  customize,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

describe('a reader with a browser', { skip: browserIsMissing }, () => {
  let world: TestSites
  let browser: Browser
  let site: TestSite
  before(async () => {
    world = await startTestSites({}, await buildAssets())
    browser = await launchBrowser()
    const space = await newSpace(world.api, 'Guide', { Start: 'Here.', Setup: 'There.' })
    site = await publishSite(world, [space])
    await customize(world, site, { feedback: { enabled: true } })
  })
  after(async () => {
    await browser.close()
    await world.stop()
  })

  /** Opens a page, and waits until it has told of itself if it will. */
  async function open(page: Page, path: string, tells: boolean): Promise<void> {
    const told = tells
      ? page.waitForRequest((request) => request.url().endsWith('/~seen'))
      : undefined
    await page.goto(`http://${world.host}${site.base}${path}`, { waitUntil: 'load' })
    await told
  }

  /** How often each type of event was counted. */
  async function counted(): Promise<Record<string, number>> {
    await world.sites.reportsSent()
    const { eventType, eventsCount } = await ask(
      world.api,
      { at: `${site.path}/insights` },
      { groupBy: [{ column: 'eventType' }] },
    )
    return Object.fromEntries(
      eventType.map((type: string, at: number) => [type, eventsCount[at]]),
    )
  }

  it('who asks not to be tracked tells nothing, and no reader gets a cookie', async () => {
    const context = await browser.newContext({
      userAgent,
      extraHTTPHeaders: { dnt: '1' },
    })
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })
    })
    const page = await context.newPage()
    const told: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('~seen')) told.push(request.url())
    })
    await open(page, '', false)
    await page.goto(`http://${world.host}${site.base}~search?q=there`)
    assert.deepEqual(told, [])
    assert.deepEqual(await counted(), {})
    await context.close()
  })

  it('is counted with what they see, miss, search for and say', async () => {
    const context = await browser.newContext({ userAgent })
    const page = await context.newPage()
    await open(page, '', true)
    await open(page, 'nowhere', true)
    await page.goto(`http://${world.host}${site.base}~search?q=there`)
    await open(page, 'setup', true)
    const rated = page.waitForResponse((reply) => reply.url().includes('~feedback'))
    await page.locator('lectern-feedback [value=good]').click()
    assert.equal((await rated).status(), 204)
    assert.deepEqual(await context.cookies(), [])
    assert.deepEqual(await counted(), {
      page_view: 3,
      search_type_query: 1,
      page_post_feedback: 1,
    })
    const missed = await ask(
      world.api,
      { at: `${site.path}/insights` },
      {
        groupBy: [{ column: 'url' }],
        where: [
          { column: 'eventType', values: ['page_view'] },
          { column: 'page', values: [null] },
        ],
      },
    )
    assert.deepEqual(missed['url'], [`http://${world.host}${site.base}nowhere`])
    await context.close()
  })
})
