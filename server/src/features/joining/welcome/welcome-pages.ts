import type { FastifyInstance } from 'fastify'

import { answerFailure, sendView } from '#/features/joining/page-words/public.ts'
import { createFindBrowser, enter } from '#/features/joining/sign-in/public.ts'
import { welcomePrefix } from '#/features/joining/welcome-links/public.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { isOwnPage } from '#/platform/http/cross-site.ts'
import type { Services } from '#/platform/services.ts'

import { acceptWelcome } from './accept-welcome.ts'
import { displayNameFrom } from './display-name.ts'
import { findWelcome } from './find-welcome.ts'
import { viewAccepted, viewGone, viewWelcome } from './welcome-view.ts'

interface WelcomeRoute {
  readonly Params: { readonly secret: string }
}

const formType = 'application/x-www-form-urlencoded'
const formBytesMax = 10 * 1024
const path = `${welcomePrefix}:secret`

/**
 * The pages where people with a mailed link create or take over their account and join. No
 * JavaScript.
 */
export function addWelcomePages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { db, config } = services
  const findBrowser = createFindBrowser(config, authenticateSession)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    formType,
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  server.setErrorHandler(answerFailure)

  server.get<WelcomeRoute>(path, async ({ params: { secret } }, reply) => {
    const welcome = await findWelcome(db, secret)
    return welcome === undefined
      ? sendView(reply, 404, viewGone())
      : sendView(reply, 200, viewWelcome(welcome))
  })

  server.post<WelcomeRoute>(path, async (request, reply) => {
    const { params, body, id: requestId } = request
    const { secret } = params
    const welcome = await findWelcome(db, secret)
    if (welcome === undefined) return sendView(reply, 404, viewGone())
    const form = body instanceof URLSearchParams ? body : new URLSearchParams()
    const typedName = form.get('displayName') ?? ''
    const displayName = displayNameFrom(typedName)
    if (welcome.kind !== 'join' && displayName === undefined) {
      return sendView(reply, 400, viewWelcome(welcome, { typedName }))
    }

    const accepted = await acceptWelcome(db, { welcome, secret, displayName, requestId })
    if (accepted === undefined) return sendView(reply, 404, viewGone())
    const { accountId } = accepted
    // No page but this very one may sign a browser in.
    const isSignedIn =
      accountId !== undefined && isOwnPage(request, config.PUBLIC_URL, formType)
    if (isSignedIn) {
      const browser = await findBrowser(request)
      const cookies = await db.transaction(async (tx) =>
        enter(tx, services, browser, { accountId, way: 'link', by: 'welcome' }),
      )
      reply.header('set-cookie', cookies)
    }
    const page = viewAccepted(accepted, { publicUrl: config.PUBLIC_URL, isSignedIn })
    return sendView(reply, 200, page)
  })
}
