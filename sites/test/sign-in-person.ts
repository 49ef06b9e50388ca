import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import type { TestBody } from '../../server/test/test-api.ts'

/** A busy machine takes its time: nothing here is decided by how long it took. */
const waitMsMax = 120_000

interface Asked {
  readonly status: number
  readonly body: TestBody
}

/** Somebody with a browser of their own, who sees pages and presses what is on them. */
export interface Person {
  readonly page: Page
  readonly opens: (url: string) => Promise<void>
  /** Waits for the heading of a page. */
  readonly sees: (heading: string | RegExp) => Promise<void>
  readonly reads: (text: string) => Promise<void>
  readonly types: (fields: Readonly<Record<string, string>>) => Promise<void>
  readonly presses: (button: string) => Promise<void>
  readonly follows: (link: string) => Promise<void>
  readonly signsOut: () => Promise<void>
  /** What a script of our own origin is answered, in a window of the same browser. */
  readonly asks: (path: string, body?: object) => Promise<Asked>
}

export async function openPerson(
  browser: Browser,
  own: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(waitMsMax)
  const page = await context.newPage()
  const act = async (done: () => Promise<unknown>) => telling(page, done)
  const see = async (name: string | RegExp) =>
    page.getByRole('heading', { name, exact: typeof name === 'string' }).waitFor()
  return {
    page,
    opens: async (url) => act(async () => page.goto(url)),
    sees: async (heading) => act(async () => see(heading)),
    reads: async (text) => act(async () => page.getByText(text).first().waitFor()),
    types: async (fields) =>
      act(async () => {
        for (const [label, text] of Object.entries(fields)) {
          await page.getByLabel(label).fill(text)
        }
      }),
    presses: async (name) =>
      act(async () => page.getByRole('button', { name, exact: true }).click()),
    follows: async (name) =>
      act(async () => page.getByRole('link', { name, exact: true }).click()),
    signsOut: async () =>
      act(async () => {
        await page.goto(`${own}/~sign-in`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await see('You are not signed in')
      }),
    async asks(path, body) {
      const window = await context.newPage()
      try {
        // The pages of signing in let no script run.
        await window.goto(`${own}/v1/openapi.json`)
        return await window.evaluate(
          async ([target, init]) => {
            const reply = await fetch(target, init)
            const answer: unknown = await reply.json()
            return { status: reply.status, body: answer }
          },
          [path, posting(body)] as const,
        )
      } finally {
        await window.close()
      }
    },
  }
}

/** Says what was on the page when something was not. */
async function telling(page: Page, done: () => Promise<unknown>): Promise<void> {
  try {
    await done()
  } catch (cause) {
    const text = await page.locator('body').innerText({ timeout: 1000 }).catch(String)
    throw new Error(`At ${page.url()}: ${text}`, { cause })
  }
}

function posting(body: object | undefined) {
  return body === undefined
    ? {}
    : {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
}

/** From now on the device answers for its owner, as one with a fingerprint does. */
export async function answerForOwner(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
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
}

/** Types a name at the provider of OpenID Connect, and agrees. */
export async function agreeAtOidc({ page }: Person, name: string): Promise<void> {
  await page.waitForURL(/\/interaction\//)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  // The form of before is gone once the page that asks to agree is there.
  await page.locator('input[name=login]').waitFor({ state: 'detached' })
  await page.locator('button[type=submit]').click()
}

/** Gives SimpleSAMLphp a name and its password. */
export async function signInAtSaml(
  { page }: Person,
  name: string,
  password: string,
): Promise<void> {
  await page.locator('input[name=username]').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit], input[type=submit]').first().click()
}
