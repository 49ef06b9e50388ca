import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isFresh } from '#/access/session.ts'
import { textOfRefusal } from '#/features/joining/page-words/public.ts'
import {
  emailFrom,
  emailPath,
  leadOn,
  showPage,
  signInPath,
  takeOwnForms,
} from '#/features/joining/sign-in/public.ts'
import { deletePendingEmailChange } from '#/features/people/sessions/public.ts'
import { addressOf as emailOf } from '#/features/people/sign-in-methods/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { askForChange } from './ask-for-change.ts'
import { type EmailProblem, viewEmailChange } from './email-change-page-views.ts'
import { emailChangeOf } from './email-change-view.ts'
import { addEmailLinkPages } from './email-link-pages.ts'
import { createFindOwner, type Owner } from './find-owner.ts'

/** The pages where people change the mail address of their account. No JavaScript. */
export function addEmailChangePages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config, db } = services
  const findOwner = createFindOwner(config, authenticateSession)
  takeOwnForms(server, config.PUBLIC_URL)
  addEmailLinkPages(server, services, findOwner)

  server.get(emailPath, async (request, reply) => {
    const owner = await findOwner(request)
    return owner === undefined
      ? leadOn(reply, config, { cookies: [], to: `${signInPath}?to=${emailPath}` })
      : show(reply, services, owner)
  })

  server.post(emailPath, async (request, reply) => {
    const owner = await findOwner(request)
    if (owner === undefined) return leadOn(reply, config, { cookies: [], to: emailPath })
    const email = emailFrom(formOf(request).get('email'))
    if (email === undefined) return show(reply, services, owner, 'not an address')
    try {
      const asked = { email, address: addressOf(request) }
      await db.transaction(async (tx) =>
        askForChange(tx, { ...services, caller: owner }, asked),
      )
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return show(reply, services, owner, problemOf(error))
    }
    return leadOn(reply, config, { cookies: [], to: emailPath })
  })

  server.post(`${emailPath}/withdraw`, async (request, reply) => {
    const owner = await findOwner(request)
    if (owner !== undefined) {
      const { userId: accountId } = owner
      await db.transaction(async (tx) => {
        await tx.first(lockAccount, { userId: accountId })
        await tx.run(deletePendingEmailChange, { accountId })
      })
    }
    return leadOn(reply, config, { cookies: [], to: emailPath })
  })
}

function problemOf(error: ApiError): EmailProblem {
  return error.reason === 'mail_limit_reached' ? 'too many changes' : textOfRefusal(error)
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

async function show(
  reply: FastifyReply,
  { db, config }: Services,
  owner: Owner,
  // oxlint-disable-next-line max-params -- the answer, the services, who asks, and what was wrong
  problem?: EmailProblem,
): Promise<FastifyReply> {
  const [email, pending, mayChange] = await Promise.all([
    emailOf(db, owner.userId),
    emailChangeOf(db, owner.userId),
    isFresh(db, owner.session),
  ])
  const view = viewEmailChange({ config, email, pending, mayChange, problem })
  return showPage(reply, problem === undefined ? 200 : 400, view)
}
