import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser, Page } from 'playwright-core'

import { type BodySite, startBodySite } from '#test/body-site.ts'
import { fontsReady } from '#test/in-page/formulas.ts'
import { viewOf } from '#test/page-view.ts'
import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'

const formulas = {
  aligned: String.raw`\begin{aligned} a + b + c &= d \\ e &= f + g + h \end{aligned}`,
  cases: String.raw`\begin{cases} x & \text{if } x > 0 \\ -x - y & \text{otherwise} \end{cases}`,
  sine: String.raw`\sin x`,
  called: String.raw`\sin(x)`,
}

describe('the layout of formulas', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  let page: Page
  before(async () => {
    browser = await launchBrowser()
    const views = Object.entries(formulas).map(([name, source]) => {
      return [name, viewOf(`$$\n${source}\n$$\n`)]
    })
    site = await startBodySite(Object.fromEntries(views))
    page = await browser.newPage()
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  async function boxesOf(name: string, selector: string) {
    await page.goto(`${site.url}/light/${name}`)
    await page.evaluate(fontsReady)
    const all = await page.locator(selector).all()
    const boxes = await Promise.all(all.map(async (each) => each.boundingBox()))
    return boxes.map((box) => box ?? assert.fail('not shown'))
  }

  async function gap(name: string, behind: string): Promise<number> {
    const [function_, next] = await boxesOf(name, `math mi:first-of-type, ${behind}`)
    assert.ok(function_ !== undefined && next !== undefined)
    return next.x - function_.x - function_.width
  }

  it('aligns equations at their sign', async () => {
    const [one, other] = await boxesOf('aligned', 'mtd:nth-child(2) mo:first-of-type')
    assert.ok(one !== undefined && other !== undefined)
    assert.ok(Math.abs(one.x - other.x) < 1, `${one.x} and ${other.x}`)
    const [, left, , right] = await boxesOf('aligned', 'mtd > mstyle')
    assert.ok(left !== undefined && right !== undefined)
    const [first] = await boxesOf('aligned', 'mtd:first-child > mstyle')
    assert.ok(first !== undefined && left.x - first.x - first.width < 8, 'no gap')
  })

  it('begins cases at their left', async () => {
    const [one, other] = await boxesOf('cases', 'mtd:first-child > mstyle')
    assert.ok(one !== undefined && other !== undefined)
    assert.ok(Math.abs(one.x - other.x) < 1, `${one.x} and ${other.x}`)
  })

  it('parts the name of a function from its letter, and not from a bracket', async () => {
    assert.ok((await gap('sine', 'math mi:nth-of-type(2)')) > 2)
    assert.ok((await gap('called', 'math mo:nth-of-type(2)')) < 2)
  })
})
