import assert from 'node:assert/strict'

import { createAccount } from '#/features/people/users/public.ts'
import { startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import {
  openPostOffice,
  type ReceivedMail,
} from '#test/notifications/test-post-office.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import {
  type BrowserReply,
  signIn,
  type TestSession,
} from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

export const emailChangePath = '/user/email-change'

/** Somebody with a browser that is signed in, and the address that they want. */
export interface ChangingPerson {
  readonly accountId: string
  readonly email: string
  readonly wanted: string
  readonly session: TestSession
  readonly browser: TestBrowser
}

/** An api with a worker and a real mail server, and people who change their addresses. */
export interface EmailChanges {
  readonly api: TestApi
  readonly newAccount: (email: string, given?: { isVerified: boolean }) => Promise<string>
  readonly signedIn: (given?: { isVerified: boolean }) => Promise<ChangingPerson>
  readonly browserOf: (session: TestSession) => TestBrowser
  readonly request: (who: ChangingPerson, email: string) => Promise<BrowserReply>
  /** A mail that arrives at an address, by its number. */
  readonly mailTo: (email: string, sent?: number) => Promise<ReceivedMail>
  readonly linkTo: (email: string, sent?: number) => Promise<string>
  readonly withdrawLinkTo: (email: string) => Promise<string>
  readonly emailOf: (who: { readonly accountId: string }) => Promise<string>
  /** How many changes of an account wait. */
  readonly pendingOf: (who: { readonly accountId: string }) => Promise<number>
  readonly stop: () => Promise<void>
}

export async function openEmailChanges(): Promise<EmailChanges> {
  const office = await openPostOffice()
  const api = await startTestApi({
    MAIL_URL: office.url,
    TRUST_PROXY: 'on',
    SIGN_IN_LIMIT_ADDRESS: '0',
  })
  const worker = await startWorker(api.services.config, { onStatement: recordStatement })
  let people = 0

  const newAccount: EmailChanges['newAccount'] = async (
    email,
    { isVerified } = { isVerified: true },
  ) =>
    api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified }),
    )

  function browserOf({ secret }: TestSession): TestBrowser {
    const browser = openTestBrowser(api.url)
    browser.take('__Host-lectern', secret)
    return browser
  }

  const mailTo: EmailChanges['mailTo'] = async (email, sent = 0) =>
    until(
      `a mail to ${email}`,
      () => office.received.filter(({ to }) => to === email)[sent],
    )

  async function linksTo(email: string, sent: number): Promise<string[]> {
    const { text } = await mailTo(email, sent)
    const links = text.match(/https?:\/\/\S+\/email\/link\/\S+/g) ?? []
    return links.map((link) => new URL(link).pathname)
  }

  return {
    api,
    newAccount,
    browserOf,
    mailTo,
    async signedIn(given) {
      people += 1
      const email = `ann${people}@former.example`
      const accountId = await newAccount(email, given)
      const session = await signIn(api, accountId)
      const wanted = `ann${people}@new.example`
      return { accountId, email, wanted, session, browser: browserOf(session) }
    },
    request: async ({ session }, email) =>
      session.send('PUT', emailChangePath, { email }),
    linkTo: async (email, sent = 0) => (await linksTo(email, sent))[0] ?? '',
    withdrawLinkTo: async (email) => (await linksTo(email, 0))[1] ?? '',
    async emailOf({ accountId }) {
      const rows = await api.rows('select email from account where id = $1', [accountId])
      return rows[0].email
    },
    async pendingOf({ accountId }) {
      const rows = await api.rows(
        'select 1 from email_change where account_id = $1 and done_at is null',
        [accountId],
      )
      return rows.length
    },
    async stop() {
      await worker.stop()
      await api.stop()
      await office.stop()
    },
  }
}

/** Opens mailed links and sends their forms, one after the other. */
export async function confirmWith(
  browser: TestBrowser,
  ...links: readonly string[]
): Promise<void> {
  for (const link of links) assert.equal((await browser.post(link)).status, 200)
}
