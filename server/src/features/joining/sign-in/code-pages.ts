import type { FastifyInstance, FastifyRequest } from 'fastify'

import { noteRefused, originOf } from '#/features/joining/sign-in-notes/public.ts'
import { tellOfGuesses } from '#/features/people/sign-in-methods/public.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { countForAccount, countForAddress, subjectOf } from './attempts.ts'
import { viewCode } from './code-view.ts'
import type { FindBrowser } from './enter.ts'
import { deviceCookie, pendingCookie } from './own-cookies.ts'
import { leadOn, showPage } from './page-headers.ts'
import { findPending, finishWithCode, type PendingSignIn } from './pending-sign-ins.ts'
import { returnPathFrom } from './return-path.ts'
import { codePath } from './sign-in-links.ts'
import { viewTooMany } from './sign-in-view.ts'

interface PageRoute {
  readonly Querystring: { readonly to?: unknown }
}

/** The page for who has proven to know a password or to read mail, and has a second factor. */
export function addCodePages(
  server: FastifyInstance,
  services: Services,
  findBrowser: FindBrowser,
): void {
  const { config, db, log } = services
  const pendingOf = async (request: FastifyRequest) =>
    findPending(db, pendingCookie.hashIn(request, config.PUBLIC_URL))

  server.get<PageRoute>(codePath, async (request, reply) => {
    const to = returnPathFrom(request.query.to)
    return (await pendingOf(request)) === undefined
      ? leadOn(reply, config, { cookies: [], to: undefined })
      : showPage(reply, 200, viewCode({ config, to }))
  })

  server.post(codePath, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    const to = returnPathFrom(form?.get('to'))
    const pending = await pendingOf(request)
    if (pending === undefined) {
      return leadOn(reply, config, { cookies: [], to: undefined })
    }
    if (!(await isAllowed(services, request, pending))) {
      return showPage(reply.header('retry-after', 900), 429, viewTooMany())
    }
    const code = form?.get('code') ?? ''
    const browser = await findBrowser(request)
    const cookies = await db.transaction(async (tx) =>
      finishWithCode(tx, services, browser, { pending, code }),
    )
    if (cookies === undefined) {
      log.info({ address: request.ip }, 'a code was wrong')
      return showPage(reply, 403, viewCode({ config, to, isWrong: true }))
    }
    return leadOn(reply, config, { cookies: [...cookies, pendingCookie.clear], to })
  })
}

/** Counts the attempt before the code is looked at, and tells the owner once there are too many. */
async function isAllowed(
  services: Services,
  request: FastifyRequest,
  { accountId, email, way }: PendingSignIn,
): Promise<boolean> {
  const { config, db, log } = services
  const deviceHash = deviceCookie.hashIn(request, config.PUBLIC_URL)
  const allowed = await db.transaction(async (tx) => {
    const address = addressOf(request)
    if (!(await countForAddress(tx, address, config.SIGN_IN_LIMIT_ADDRESS))) return false
    const subject = `code-${await subjectOf(tx, { email, deviceHash })}`
    const counted = await countForAccount(tx, subject, config.SIGN_IN_LIMIT_ACCOUNT)
    if (counted === 'counted') return true
    if (counted === 'one-too-many') {
      const refusal = { accountId, by: way, reason: 'too_many_attempts' } as const
      await noteRefused(tx, originOf(request), refusal)
    }
    await tellOfGuesses(tx, services, accountId)
    return false
  })
  if (!allowed) log.warn({ address: request.ip }, 'too many codes were tried')
  return allowed
}
