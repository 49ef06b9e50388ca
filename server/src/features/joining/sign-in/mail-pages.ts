import type { FastifyInstance } from 'fastify'

import { languageOf } from '#/features/joining/page-words/public.ts'
import { originOf } from '#/features/joining/sign-in-notes/public.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { askForMail } from './ask-for-mail.ts'
import { deviceCookie, flowCookie } from './own-cookies.ts'
import { showPage } from './page-headers.ts'
import { returnPathFrom } from './return-path.ts'
import { signInPath } from './sign-in-links.ts'
import { viewMailed, viewSignIn, viewTooMany } from './sign-in-view.ts'
import { emailFrom } from './typed-email.ts'

/** The form that has a link mailed. It says the same whoever has an account. */
export function addMailPages(server: FastifyInstance, services: Services): void {
  const { config, db } = services
  server.post(`${signInPath}/mail`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    const to = returnPathFrom(form?.get('to'))
    const email = emailFrom(form?.get('email'))
    if (email === undefined) {
      return showPage(reply, 400, viewSignIn({ config, to, problem: 'addressProblem' }))
    }
    const flow = flowCookie.give(request, config.PUBLIC_URL)
    const isDone = await db.transaction(async (tx) =>
      askForMail(tx, services, {
        email,
        address: addressOf(request),
        origin: originOf(request),
        flowHash: flow.hash,
        deviceHash: deviceCookie.hashIn(request, config.PUBLIC_URL),
        to,
        language: languageOf(request),
      }),
    )
    if (!isDone) return showPage(reply.header('retry-after', 900), 429, viewTooMany())
    return showPage(reply.header('set-cookie', flow.cookie), 200, viewMailed())
  })
}
