import { hashOfSecret } from '#/access/secret-form.ts'
import { mintSessionSecret } from '#/access/session.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { plant, type SessionsBreak } from './sessions-breaks.ts'

export const password = 'plain words of no use'

export interface Person {
  readonly accountId: string
  readonly email: string
}

export interface World {
  readonly api: TestApi
  /** Another process at the same database, as far as what it remembers goes. */
  readonly other: RunningApi
  /** One more, where nothing is bounded. */
  readonly unbounded: RunningApi
  /** The statements that the unbounded one has sent since they were last taken. */
  readonly takeStatements: () => string[]
  readonly broken: SessionsBreak | undefined
  /** A secret of the right form that somebody made up. */
  readonly chosenSecret: string
  readonly person: () => Promise<Person>
  /** A browser that somebody has signed in with their password, at an address of its own. */
  readonly signedIn: (person: Person) => Promise<TestBrowser>
  readonly stop: () => Promise<void>
}

export async function createSessionsWorld(
  broken: SessionsBreak | undefined,
): Promise<World> {
  const api = await startTestApi({ TRUST_PROXY: 'on' })
  const statements: string[] = []
  const other = await startApi(api.services.config)
  const unbounded = await startApi(
    {
      ...api.services.config,
      SIGN_IN_LIMIT_ADDRESS: 0,
      SIGN_IN_LIMIT_ACCOUNT: 0,
      SIGN_IN_LIMIT_MAILS: 0,
    },
    { onStatement: (statement) => statements.push(statement) },
  )
  const chosenSecret = mintSessionSecret()
  const stored = await api.services.passwords.hash(password)
  let people = 0
  const stop = async () => {
    await unbounded.stop()
    await other.stop()
    await api.stop()
  }
  await plant(broken, {
    db: api.services.db,
    services: [api.services, other.services, unbounded.services],
    chosenHash: hashOfSecret(chosenSecret),
  })
  return {
    api,
    other,
    unbounded,
    takeStatements: () => statements.splice(0),
    broken,
    chosenSecret,
    async person() {
      people += 1
      const email = `person${people}@sessions.example`
      const accountId = await api.services.db.transaction(async (tx) =>
        createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
      )
      await api.rows('insert into account_password (account_id, hash) values ($1, $2)', [
        accountId,
        stored,
      ])
      return { accountId, email }
    },
    async signedIn({ email }) {
      people += 1
      const browser = openTestBrowser(api.url, `2001:db8:${people.toString(16)}::1`)
      const { status } = await browser.post('/~sign-in/password', { email, password })
      if (status !== 303) throw new Error(`signing in was answered with ${status}`)
      return browser
    },
    stop,
  }
}
