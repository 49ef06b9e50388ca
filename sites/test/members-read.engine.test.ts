import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser, Page } from 'playwright-core'

import { buildAssets } from '#/assets/build-assets.ts'

import { newPerson } from '../../server/test/members/test-members.ts'
import { signIn } from '../../server/test/sessions/test-browser-session.ts'
import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import { freePort } from '../../tools/free-port.ts'
import { publishForMembers } from './members-site.ts'
import { startTestSites, type TestSite, type TestSites } from './test-sites.ts'

const password = 'a long enough passphrase 7'

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your mail address').fill(email)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a member with a browser', { skip: browserIsMissing }, () => {
  let world: TestSites
  let own: string
  let browser: Browser
  let site: TestSite
  before(async () => {
    const port = String(await freePort())
    own = `http://localhost:${port}`
    const environment = { PORT: port, PUBLIC_URL: own, SIGN_IN_PASSWORD: 'on' }
    world = await startTestSites(environment, await buildAssets())
    browser = await launchBrowser()
    site = await publishForMembers(world)
  })
  after(async () => {
    await browser.close()
    await world.stop()
  })

  async function somebody(name: string, role?: 'read') {
    const { userId } = await newPerson(world.api, {
      name,
      ...(role !== undefined && { role }),
    })
    const { host } = new URL(own)
    const session = await signIn(world.api, userId)
    const { status } = await session.send('PUT', '/user/password', { password }, { host })
    assert.ok(status < 300, String(status))
    return { userId, email: `${name.toLowerCase()}@people.example` }
  }

  const addressOf = (target: string) => `http://${world.host}${site.base}${target}`

  it('signs in on the way to a page, reads on, and is out once they are removed', async () => {
    const { userId, email } = await somebody('Ann', 'read')
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(addressOf('more?a=b'))
    assert.equal(new URL(page.url()).origin, own)
    await signInAs(page, email)
    await page.waitForURL(addressOf('more?a=b'))
    await page.getByText('Inside only too').waitFor()
    await page.goto(addressOf(''))
    await page.getByText('Inside only').waitFor()
    const picture = page.locator('img[alt="A dot"]').first()
    assert.ok((await picture.getAttribute('src'))?.includes('~files'))
    const kept = await context.cookies()
    const ours = kept.filter(({ name }) => /^[mf]-/.test(name))
    assert.deepEqual(
      ours.map(({ name, httpOnly, sameSite, domain }) => [
        name.slice(0, 2),
        httpOnly,
        sameSite,
        domain,
      ]),
      ['f-', 'm-'].map((name) => [name, true, 'Lax', world.host.split(':')[0]]),
    )

    // Another site of theirs asks for nothing more: they are signed in.
    const second = await publishForMembers(world)
    await page.goto(`http://${world.host}${second.base}`)
    await page.waitForURL(`http://${world.host}${second.base}`)
    await page.getByText('Inside only').waitFor()

    const members = `/orgs/${world.api.organization}/members`
    const removed = await world.api.as('admin').delete(`${members}/${userId}`)
    assert.equal(removed.status, 204)
    await page.goto(addressOf(''))
    await page.getByRole('heading', { name: 'This site is for members' }).waitFor()
    assert.equal(new URL(page.url()).origin, own)
    assert.ok(!(await page.content()).includes('Inside only'))
    await context.close()
  })

  it('is told that the site is for members where they are none, and can be somebody else', async () => {
    const [outsider, member] = [await somebody('Ben'), await somebody('Cid', 'read')]
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(addressOf(''))
    await signInAs(page, outsider.email)
    await page.getByText('You are signed in as Ben').waitFor()
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click()
    await signInAs(page, member.email)
    await page.waitForURL(addressOf(''))
    await page.getByText('Inside only').waitFor()
    await context.close()
  })

  it('cannot be made to read as somebody else by a link', async () => {
    const { email } = await somebody('Dan', 'read')
    const attacker = await browser.newContext()
    const theirs = await attacker.newPage()
    const brought = theirs.waitForRequest(/~enter/)
    await theirs.route(/~enter/, async (route) => route.abort())
    await theirs.goto(addressOf(''))
    await signInAs(theirs, email)
    const stolen = (await brought).url()
    const victim = await browser.newContext()
    const page = await victim.newPage()
    await page.goto(stolen)
    await page.getByRole('heading', { name: 'This page is not open to you' }).waitFor()
    const cookies = await victim.cookies()
    assert.deepEqual(
      cookies.filter(({ name }) => name.startsWith('m-')),
      [],
    )
    await attacker.close()
    await victim.close()
  })
})
