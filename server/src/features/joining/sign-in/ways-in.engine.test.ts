import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'

import { createAccountLink } from '#/features/joining/welcome-links/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { appCode, beginOfStep } from '#test/sessions/test-app-codes.ts'
import { startAtOwnOrigin } from '#test/sessions/start-at-own-origin.ts'
import type { TestApi } from '#test/test-api.ts'
import {
  type Browser,
  browserIsMissing,
  launchBrowser,
  type Page,
} from '#test/test-browser.ts'

const password = 'plain words of no use'

describe('the ways in, in a browser', { skip: browserIsMissing }, () => {
  let api: TestApi
  let own: string
  let browser: Browser
  let axe: string
  before(async () => {
    const started = await startAtOwnOrigin()
    own = started.own
    api = started.api
    browser = await launchBrowser()
    const resolve = createRequire(import.meta.url).resolve
    axe = await readFile(resolve('axe-core/axe.min.js'), 'utf8')
  })
  after(async () => {
    await browser.close()
    await api.stop()
  })

  /** A page in a browser whose device answers for its owner, as one with a fingerprint does. */
  async function openPage(): Promise<Page> {
    // The page's own policy would keep the checker out; that the policy holds is seen elsewhere.
    const context = await browser.newContext({ bypassCSP: false })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return page
  }

  async function newcomer(email: string): Promise<{ link: string; accountId: string }> {
    return api.services.db.transaction(async (tx) => {
      const displayName = 'Ann Archer'
      const accountId = await createAccount(tx, { displayName, email, isVerified: false })
      return {
        accountId,
        link: `${own}${await createAccountLink(tx, { accountId, email })}`,
      }
    })
  }

  /** What a checker of accessibility has against a page, in both colour schemes. */
  async function problemsOf(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const copy = await browser.newContext({ bypassCSP: true, colorScheme })
      const shown = await copy.newPage()
      await shown.setContent(await page.content())
      await shown.evaluate(axe)
      const ids = await shown.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
      )
      found.push(...(Array.isArray(ids) ? ids.map(String) : ['no result']))
      await copy.close()
    }
    return found
  }

  it('lead from the first link over a password to a passkey, and in again by it', async () => {
    const { link, accountId } = await newcomer('ann@ways.example')
    const page = await openPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('You are signed in with this browser').waitFor()
    await page.getByRole('link', { name: 'Choose how you sign in' }).click()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Change your password' }).waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: /A passkey, Chrome on Linux/ }).waitFor()
    assert.deepEqual(await problemsOf(page), [])

    await signOut(page)
    await page.goto(`${own}/~sign-in?to=/v1/user/session`)
    assert.deepEqual(await problemsOf(page), [])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${own}/v1/user/session`)
    const ways = await api.rows('select way from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(ways, [{ way: 'passkey' }])

    await signOut(page)
    await page.goto(`${own}/~sign-in`)
    await page.getByLabel('Your mail address').fill('ann@ways.example')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
    assert.deepEqual(await problemsOf(page), [])

    await page.goto(`${own}/~sign-in/methods`)
    await page.getByRole('button', { name: /Remove: A passkey/ }).click()
    await page
      .getByRole('heading', { name: /A passkey, / })
      .waitFor({ state: 'detached' })
    await signOut(page)
    await page.goto(`${own}/~sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey is not known here').waitFor()
    await page.context().close()
  })

  it('ask for a code of an app after a password, without scripts', async () => {
    const { link, accountId } = await newcomer('cid@ways.example')
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Choose how you sign in' }).click()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Set a second factor' }).click()
    const secret = await page.getByLabel('Or type this secret there').inputValue()
    assert.deepEqual(await problemsOf(page), [])
    await beginOfStep()
    await page.getByLabel('The code that the app shows now').fill('000000')
    await page.getByRole('button', { name: 'Set the second factor' }).click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await problemsOf(page), [])
    await page
      .getByLabel('The code that the app shows now')
      .fill(appCode(secret.replaceAll(' ', '')))
    await page.getByRole('button', { name: 'Set the second factor' }).click()
    const codes = await page.getByLabel('Recovery codes').inputValue()
    assert.equal(codes.trim().split('\n').length, 10)
    assert.deepEqual(await problemsOf(page), [])
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await page.getByText('Recovery codes left: 10.').waitFor()
    assert.deepEqual(await problemsOf(page), [])

    await signOut(page)
    await page.goto(`${own}/~sign-in?to=/v1/user/session`)
    await page.getByLabel('Your mail address').fill('cid@ways.example')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Your code' }).waitFor()
    assert.deepEqual(await problemsOf(page), [])
    const [code = ''] = codes.trim().split('\n')
    await page.getByLabel('The code that your app shows now').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${own}/v1/user/session`)
    const ways = await api.rows('select way from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(ways, [{ way: 'password' }])
    await context.close()
  })

  async function signOut(page: Page): Promise<void> {
    await page.goto(`${own}/~sign-in`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  }

  it('take no answer of a passkey that was altered, twice, or from another browser', async () => {
    const { link } = await newcomer('bob@ways.example')
    const page = await openPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('link', { name: 'Choose how you sign in' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: /A passkey, / }).waitFor()
    await signOut(page)

    // Answers are kept from being sent, and read.
    let sent = ''
    await page.route('**/~sign-in/passkey', async (route) => {
      sent = route.request().postData() ?? ''
      await route.fulfill({ status: 204 })
    })
    const answer = async () => {
      await page.goto(`${own}/~sign-in`)
      const answered = page.waitForResponse('**/~sign-in/passkey')
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await answered
      assert.match(sent, /^answer=/)
      return sent
    }
    const first = await answer()
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const altered = first.replace(
      /authenticatorData%22%3A%22..../,
      'authenticatorData%22%3A%22AAAA',
    )
    assert.notEqual(altered, first)
    assert.equal((await sendTo(own, altered, { cookie })).status, 403, 'altered')
    const second = await answer()
    assert.equal((await sendTo(own, second, {})).status, 403, 'another browser')
    assert.equal((await sendTo(own, second, { cookie })).status, 303)
    assert.equal((await sendTo(own, second, { cookie })).status, 403, 'again')
    await page.context().close()
  })
})

/** Sends the form of a passkey from a page of the api's own origin. */
async function sendTo(
  own: string,
  body: string,
  headers: Record<string, string>,
): Promise<Response> {
  const type = 'application/x-www-form-urlencoded'
  return fetch(`${own}/~sign-in/passkey`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, origin: own, ...headers },
    body,
  })
}
