import type { FastifyInstance, FastifyRequest } from 'fastify'

import { noteRefused, originOf } from '#/features/joining/sign-in-notes/public.ts'
import {
  findAccountOf,
  isStillRight,
  verifyPassword,
} from '#/features/people/sign-in-methods/public.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { countForAccount, countForAddress, subjectOf } from './attempts.ts'
import type { Browser, FindBrowser } from './enter.ts'
import { deviceCookie } from './own-cookies.ts'
import { showPage } from './page-headers.ts'
import { enterOrAsk, type Entered, leadOnOrAsk } from './pending-sign-ins.ts'
import { returnPathFrom } from './return-path.ts'
import { signInPath } from './sign-in-links.ts'
import { viewSignIn, viewTooMany } from './sign-in-view.ts'
import { emailFrom } from './typed-email.ts'

interface Guess {
  readonly email: string
  readonly password: string
}

/** The form with a password. It says the same for an unknown address as for a wrong password. */
export function addPasswordPages(
  server: FastifyInstance,
  services: Services,
  findBrowser: FindBrowser,
): void {
  const { config } = services
  server.post(`${signInPath}/password`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    const to = returnPathFrom(form?.get('to'))
    const email = emailFrom(form?.get('email')) ?? ''
    const guess = { email, password: form?.get('password') ?? '' }
    if (!(await isAllowed(services, request, guess))) {
      return showPage(reply.header('retry-after', 900), 429, viewTooMany())
    }
    const entered = await enterBy(services, guess, await findBrowser(request))
    return entered === undefined
      ? showPage(reply, 403, viewSignIn({ config, to, problem: 'passwordProblem' }))
      : leadOnOrAsk(reply, config, { entered, to })
  })
}

/** Counts the attempt before anything is looked at: a guess that fails is counted too. */
async function isAllowed(
  { config, db, log }: Services,
  request: FastifyRequest,
  { email }: Guess,
): Promise<boolean> {
  const deviceHash = deviceCookie.hashIn(request, config.PUBLIC_URL)
  const allowed = await db.transaction(async (tx) => {
    const address = addressOf(request)
    if (!(await countForAddress(tx, address, config.SIGN_IN_LIMIT_ADDRESS))) return false
    const subject = await subjectOf(tx, { email, deviceHash })
    const most = config.SIGN_IN_LIMIT_ACCOUNT
    const counted = await countForAccount(tx, `password-${subject}`, most)
    if (counted === 'one-too-many') {
      const accountId = await findAccountOf(tx, email)
      const refusal = { accountId, by: 'password', reason: 'too_many_attempts' } as const
      await noteRefused(tx, originOf(request), refusal)
    }
    return counted === 'counted'
  })
  if (!allowed) log.warn({ address: request.ip }, 'too many attempts to sign in')
  return allowed
}

async function enterBy(
  services: Services,
  guess: Guess,
  browser: Browser,
): Promise<Entered | undefined> {
  const { db, log } = services
  const { accountId, proof } = await verifyPassword(db, services, guess)
  return db.transaction(async (tx) => {
    if (proof !== undefined && (await isStillRight(tx, proof))) {
      const proven = { accountId: proof.accountId, way: 'password' } as const
      return enterOrAsk(tx, services, browser, proven)
    }
    log.info({ address: browser.address }, 'a password was wrong')
    const refusal = { accountId, by: 'password', reason: 'password_wrong' } as const
    await noteRefused(tx, browser, refusal)
    return undefined
  })
}
