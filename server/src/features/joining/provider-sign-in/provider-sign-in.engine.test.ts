import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'

import { createAccountLink } from '#/features/joining/welcome-links/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { startAtOwnOrigin } from '#test/sessions/start-at-own-origin.ts'
import { startOidcProvider, type TestOidcProvider } from '#test/sso/test-oidc-provider.ts'
import type { TestApi } from '#test/test-api.ts'
import {
  type Browser,
  browserIsMissing,
  launchBrowser,
  type Page,
} from '#test/test-browser.ts'

const people = { ann: { email: 'ann@acme.example', email_verified: true, name: 'Ann' } }

/** What somebody does at the provider: types a name, and agrees the first time. */
async function agreeAs(page: Page, name: string): Promise<void> {
  await page.waitForURL(/\/interaction\//)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/interaction\//)
  await page.locator('button[type=submit]').click()
}

describe(
  'a provider of the installation, in a browser',
  { skip: browserIsMissing },
  () => {
    let api: TestApi
    let own: string
    let provider: TestOidcProvider
    let browser: Browser
    let axe: string
    before(async () => {
      const started = await startAtOwnOrigin(async (origin) => {
        const redirectUri = `${origin}/~sign-in/with/acme/callback`
        provider = await startOidcProvider({ redirectUri, people })
        const { issuer, clientId, clientSecret } = provider
        const client = { kind: 'oidc', issuer, clientId, clientSecret }
        return {
          EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
          SIGN_IN_PROVIDERS: JSON.stringify([{ ...client, id: 'acme', label: 'Acme' }]),
        }
      })
      ;({ own, api } = started)
      browser = await launchBrowser()
      const { resolve } = createRequire(import.meta.url)
      axe = await readFile(resolve('axe-core/axe.min.js'), 'utf8')
    })
    after(async () => {
      await browser.close()
      await api.stop()
      await provider.stop()
    })

    /** What a checker of accessibility has against a page. */
    async function problemsOf(page: Page): Promise<unknown> {
      const copy = await browser.newContext({ bypassCSP: true })
      const shown = await copy.newPage()
      await shown.setContent(await page.content())
      await shown.evaluate(axe)
      const found = await shown.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
      )
      await copy.close()
      return found
    }

    it('is connected by who is signed in, and signs in from then on', async () => {
      const email = 'owner@ways.example'
      const path = await api.services.db.transaction(async (tx) => {
        const accountId = await createAccount(tx, {
          displayName: 'Owner',
          email,
          isVerified: false,
        })
        return createAccountLink(tx, { accountId, email })
      })
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${own}${path}`)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('link', { name: 'Choose how you sign in' }).click()
      await page.getByRole('link', { name: 'Connect with Acme' }).click()
      await agreeAs(page, 'ann')
      await page.getByRole('heading', { name: 'Connect Acme' }).waitFor()
      assert.deepEqual(await problemsOf(page), [])
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'Acme, ann@acme.example' }).waitFor()
      assert.deepEqual(await problemsOf(page), [])

      const other = await (await browser.newContext()).newPage()
      await other.goto(`${own}/~sign-in`)
      await other.getByRole('link', { name: 'Sign in with Acme' }).click()
      await agreeAs(other, 'ann')
      await other.getByRole('heading', { name: 'You are signed in' }).waitFor()
      assert.ok((await other.content()).includes(email))
    })

    it('asks who has no account to sign in first', async () => {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${own}/~sign-in`)
      await page.getByRole('link', { name: 'Sign in with Acme' }).click()
      await agreeAs(page, 'bob')
      await page.getByRole('heading', { name: 'Which account is yours?' }).waitFor()
      assert.deepEqual(await problemsOf(page), [])
      await page.getByRole('link', { name: 'Sign in to your account' }).click()
      await page.getByLabel('Your mail address').waitFor()
    })
  },
)
