import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { createAccountLink } from '../server/src/features/joining/welcome-links/public.ts'
import { addMember } from '../server/src/features/people/members/public.ts'
import { createAccount } from '../server/src/features/people/users/public.ts'
import { startAtOwnOrigin } from '../server/test/sessions/start-at-own-origin.ts'
import { appCode } from '../server/test/sessions/test-app-codes.ts'
import { makeIdentity } from '../server/test/sso/test-certificates.ts'
import { TestIdp } from '../server/test/sso/test-idp.ts'
import { makeProvider } from '../server/test/sso/test-saml-browser.ts'
import type { TestApi } from '../server/test/test-api.ts'
import { type Browser, launchBrowser, type Page } from '../server/test/test-browser.ts'
import { hideScrollbars } from './hide-scrollbars.ts'

/** Takes docs/pictures/sign-in*.png: the pages where people sign in, of a real api, in Chromium. */
const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const password = 'plain words of no use'
const email = 'ann@acme.example'

type Theme = 'light' | 'dark'

const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    const { api, own } = await startAtOwnOrigin()
    try {
      await takeAll({ api, own, page: await openPage(browser, theme) }, theme)
    } finally {
      await api.stop()
    }
  }
} finally {
  await browser.close()
}

interface Place {
  readonly api: TestApi
  readonly own: string
  readonly page: Page
}

async function takeAll(place: Place, theme: Theme): Promise<void> {
  const { own, page, api } = place
  const { link, accountId } = await newcomer(place)
  await makeProvider(api, new TestIdp('https://idp.example/metadata', makeIdentity()), {
    label: 'Acme Workplace',
  })
  await page.goto(link)
  await take(page, `sign-in-welcome-${theme}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'Choose how you sign in' }).click()
  const secret = await addWays(page)
  await letProviderKnow(api, accountId)
  await page.goto(`${own}/~sign-in/methods`)
  await take(page, `sign-in-methods-${theme}`)
  await page.goto(`${own}/~sign-in`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`${own}/~sign-in`)
  await take(page, `sign-in-${theme}`)
  await page.getByLabel('Your mail address').fill(email)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('The code that your app shows now').fill(appCode(secret))
  await take(page, `sign-in-code-${theme}`)
  await page.goto(`${own}/sso/${api.organization}`)
  await take(page, `sign-in-sso-${theme}`)
}

/** A page in a browser whose device answers for its owner, as one with a fingerprint does. */
async function openPage(by: Browser, colorScheme: Theme): Promise<Page> {
  const context = await by.newContext({
    viewport: { width: 900, height: 640 },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
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

async function newcomer({ api, own }: Place) {
  return api.services.db.transaction(async (tx) => {
    const displayName = 'Ann Archer'
    const accountId = await createAccount(tx, { displayName, email, isVerified: false })
    await addMember(tx, {
      organizationId: api.organization,
      userId: accountId,
      role: 'edit',
      sso: false,
    })
    const link = `${own}${await createAccountLink(tx, { accountId, email })}`
    return { accountId, link }
  })
}

/** Adds a password, a passkey and a second factor; gives the secret of the app. */
async function addWays(page: Page): Promise<string> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: /A passkey, / }).waitFor()
  await page.getByRole('button', { name: 'Set a second factor' }).click()
  const shown = await page.getByLabel('Or type this secret there').inputValue()
  const secret = shown.replaceAll(' ', '')
  await page.getByLabel('The code that the app shows now').fill(appCode(secret))
  await page.getByRole('button', { name: 'Set the second factor' }).click()
  await page.getByRole('link', { name: 'I have kept them' }).click()
  return secret
}

/** As if the person had come through it. */
async function letProviderKnow(api: TestApi, accountId: string): Promise<void> {
  await api.rows(
    `insert into account_identity (provider, subject, account_id, organization_id)
     select 'saml:' || id, 'ann', $1, organization_id from saml_provider`,
    [accountId],
  )
}

async function take(page: Page, name: string): Promise<void> {
  await hideScrollbars(page)
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    fullPage: true,
  })
  process.stdout.write(`Took docs/pictures/${name}.png\n`)
}
