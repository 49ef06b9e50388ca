import type { FastifyInstance } from 'fastify'

import { noteRefused } from '#/features/joining/sign-in-notes/public.ts'
import { optionsToUse, verifyUsed } from '#/features/people/passkeys/public.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { countForAddress } from './attempts.ts'
import { enter, type FindBrowser } from './enter.ts'
import { flowCookie } from './own-cookies.ts'
import { leadOn, showPage } from './page-headers.ts'
import { returnPathFrom } from './return-path.ts'
import { signInPath } from './sign-in-links.ts'
import { viewSignIn, viewTooMany } from './sign-in-view.ts'

const path = `${signInPath}/passkey`

/** Signs in with a passkey that the browser chooses: nobody types who they are. */
export function addPasskeyPages(
  server: FastifyInstance,
  services: Services,
  findBrowser: FindBrowser,
): void {
  const { config, db, log } = services

  server.post(`${path}/options`, async (request, reply) => {
    const flow = flowCookie.give(request, config.PUBLIC_URL)
    const options = await db.transaction(async (tx) => {
      const attemptsMax = config.SIGN_IN_LIMIT_ADDRESS
      return (await countForAddress(tx, addressOf(request), attemptsMax))
        ? optionsToUse(tx, config, { flowHash: flow.hash })
        : undefined
    })
    if (options === undefined) return showPage(reply, 429, viewTooMany())
    return reply
      .headers({ 'set-cookie': flow.cookie, 'cache-control': 'no-store' })
      .send(options)
  })

  server.post(path, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    const to = returnPathFrom(form?.get('to'))
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL) ?? ''
    const text = form?.get('answer') ?? ''
    const browser = await findBrowser(request)
    const cookies = await db.transaction(async (tx) => {
      const used = await verifyUsed(tx, config, { text, flowHash })
      const { accountId, isRight } = used ?? { isRight: false }
      if (accountId !== undefined && isRight) {
        return enter(tx, services, browser, { accountId, way: 'passkey' })
      }
      log.info({ address: browser.address }, 'a passkey was refused')
      const refusal = { accountId, by: 'passkey', reason: 'passkey_refused' } as const
      if (accountId !== undefined) await noteRefused(tx, browser, refusal)
      return undefined
    })
    return cookies === undefined
      ? showPage(reply, 403, viewSignIn({ config, to, problem: 'passkeyProblem' }))
      : leadOn(reply, config, { cookies, to })
  })
}
