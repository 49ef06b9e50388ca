import type { FastifyInstance } from 'fastify'

import {
  createFindBrowser,
  enter,
  flowCookie,
  leadOn,
  readSignUpLink,
  returnPathFrom,
  showPage,
  signInPath,
  signUpPath,
  takeOwnForms,
} from '#/features/joining/sign-in/public.ts'
import { displayNameFrom } from '#/features/joining/welcome/public.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import { openAccount } from './open-account.ts'
import { viewOpening, viewOver } from './sign-up-view.ts'

interface PageRoute {
  readonly Querystring: { readonly link?: unknown; readonly to?: unknown }
}

/** The page of a mailed link that opens an account: opening it asks, sending its form opens it. */
export function addSignUpPages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config, db } = services
  const signInUrl = `${config.PUBLIC_URL}${signInPath}`
  const findBrowser = createFindBrowser(config, authenticateSession)
  takeOwnForms(server, config.PUBLIC_URL)

  server.get<PageRoute>(signUpPath, async (request, reply) => {
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    const { link } = request.query
    const email = await readSignUpLink(db, services, { link, flowHash })
    return email === undefined
      ? showPage(reply, 404, viewOver(signInUrl))
      : showPage(reply, 200, viewOpening(email))
  })

  server.post<PageRoute>(signUpPath, async (request, reply) => {
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    const { link, to } = request.query
    const email = await readSignUpLink(db, services, { link, flowHash })
    if (email === undefined) return showPage(reply, 404, viewOver(signInUrl))
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    const displayName = displayNameFrom(form?.get('displayName') ?? '')
    if (displayName === undefined) return showPage(reply, 400, viewOpening(email, true))
    const browser = await findBrowser(request)
    const cookies = await openAccount(services, { email, displayName }, async (tx, id) =>
      enter(tx, services, browser, { accountId: id, way: 'link' }),
    )
    return cookies === undefined
      ? showPage(reply, 404, viewOver(signInUrl))
      : leadOn(reply, config, { cookies, to: returnPathFrom(to) })
  })
}
