import assert from 'node:assert/strict'

import { createAccount } from '#/features/people/users/public.ts'
import type { WireReply } from '#test/http/test-wire.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import type { TestApi } from '#test/test-api.ts'

export const ownOrigin = 'http://lectern.test'

let accounts = 0

/** An account of its own. */
export async function newAccount(
  api: TestApi,
): Promise<{ accountId: string; email: string }> {
  accounts += 1
  const email = `account${accounts}@lectern.example`
  const displayName = `Account ${accounts}`
  const accountId = await api.services.db.transaction(async (tx) =>
    createAccount(tx, { displayName, email, isVerified: true }),
  )
  return { accountId, email }
}

/** A browser that is signed in to an account. */
export async function signedInBrowser(
  api: TestApi,
  accountId: string,
): Promise<TestBrowser> {
  const browser = openTestBrowser(api.url)
  const { secret } = await signIn(api, accountId)
  browser.take('__Host-lectern', secret)
  return browser
}

export function isSignedIn(browser: TestBrowser): boolean {
  return browser.cookies().includes('__Host-lectern=')
}

/** Where an answer leads, as a path of ours. */
export function pathIn({ headers, status, text }: WireReply): string {
  const location = headers['location'] ?? ''
  assert.ok(location.startsWith(ownOrigin), `${status} ${location} ${text}`)
  return location.slice(ownOrigin.length)
}

/** Begins at a provider, and gives the address there. */
export async function begin(
  browser: TestBrowser,
  id: string,
  to?: string,
): Promise<string> {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  const reply = await browser.get(`/~sign-in/with/${id}${query}`)
  assert.equal(reply.status, 303, reply.text)
  return reply.headers['location'] ?? ''
}

/** Brings an answer as browsers do that another site leads here. */
export async function bring(browser: TestBrowser, path: string): Promise<WireReply> {
  return browser.get(path, { 'sec-fetch-site': 'cross-site' })
}

/** Connects an account with whom the provider leads back, by a path of ours. */
export async function connect(
  api: TestApi,
  accountId: string,
  comeBack: (browser: TestBrowser) => Promise<string>,
): Promise<TestBrowser> {
  const browser = await signedInBrowser(api, accountId)
  const waiting = pathIn(await bring(browser, await comeBack(browser)))
  const joined = await browser.post(waiting)
  assert.equal(joined.status, 303, joined.text)
  return browser
}
