import type { FastifyInstance } from 'fastify'

import { answerFailure } from '#/features/joining/page-words/public.ts'
import { listClosed } from '#/features/people/organizations/public.ts'
import { deleteSession } from '#/features/people/sessions/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { crossSiteRefusal } from '#/platform/http/cross-site.ts'
import { isAt } from '#/platform/http/host-cookie.ts'
import { clearCookies } from '#/platform/http/session-cookie.ts'
import { unknownRoute } from '#/platform/http/wire-rules.ts'
import type { Services } from '#/platform/services.ts'

import { addCodePages } from './code-pages.ts'
import { createFindBrowser } from './enter.ts'
import { addMailPages } from './mail-pages.ts'
import { addMethodPages } from './methods-pages.ts'
import { pendingCookie } from './own-cookies.ts'
import { showPage } from './page-headers.ts'
import { addPasskeyPages } from './passkey-pages.ts'
import { addPasswordPages } from './password-pages.ts'
import { deletePendingSignIn } from './pending-queries.ts'
import { returnPathFrom } from './return-path.ts'
import { addSignInLinkPages } from './sign-in-link-pages.ts'
import { signInPath } from './sign-in-links.ts'
import { viewRefused, viewSignIn } from './sign-in-view.ts'
import { viewSignedIn, viewSignedOut } from './signed-in-view.ts'
import { createFindSignedIn, findPerson } from './signed-in.ts'

interface PageRoute {
  readonly Querystring: { readonly to?: unknown; readonly again?: unknown }
}

const formBytesMax = 10 * 1024
const formType = 'application/x-www-form-urlencoded'
const signOutPath = `${signInPath}/out`

/** The pages where people sign in and out. No JavaScript. */
export function addSignInPages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config, db } = services
  const findSignedIn = createFindSignedIn(config, authenticateSession)
  takeOwnForms(server, config.PUBLIC_URL)
  const findBrowser = createFindBrowser(config, authenticateSession)
  addSignInLinkPages(server, services, findBrowser)
  addCodePages(server, services, findBrowser)
  addMethodPages(server, services, findSignedIn)
  if (config.SIGN_IN_PASSKEY) addPasskeyPages(server, services, findBrowser)
  if (config.SIGN_IN_PASSWORD) addPasswordPages(server, services, findBrowser)
  if (config.SIGN_IN_LINK) addMailPages(server, services)

  server.get<PageRoute>(signInPath, async (request, reply) => {
    const caller = await findSignedIn(request)
    const person = await findPerson(db, caller)
    const to = returnPathFrom(request.query.to)
    const isAgain = request.query.again !== undefined
    if (caller === undefined || person === undefined || isAgain) {
      return showPage(reply, 200, viewSignIn({ config, to, isAgain }))
    }
    const signOutUrl = `${config.PUBLIC_URL}${signOutPath}`
    const closed = await listClosed(db, caller)
    const page = viewSignedIn(person, { config, signOutUrl, to, closed })
    return showPage(reply, 200, page)
  })

  server.post(signOutPath, async (request, reply) => {
    const caller = await findSignedIn(request)
    const pendingHash = pendingCookie.hashIn(request, config.PUBLIC_URL)
    await db.transaction(async (tx) => {
      if (caller?.session !== undefined) {
        const { userId: accountId, session } = caller
        await tx.run(deleteSession, { accountId, sessionId: session.id })
      }
      if (pendingHash !== undefined) {
        await tx.run(deletePendingSignIn, { hash: pendingHash })
      }
    })
    const page = viewSignedOut(`${config.PUBLIC_URL}${signInPath}`)
    return showPage(reply.header('set-cookie', clearCookies), 200, page)
  })
}

/** Reads forms at PUBLIC_URL, and refuses those that a page of another origin may have sent. */
export function takeOwnForms(server: FastifyInstance, publicUrl: string): void {
  // On another host a browser would be given a cookie for that, and somebody else would see it.
  server.addHook('onRequest', (request, _reply, done) => {
    if (isAt(request.host, publicUrl)) done()
    else done(unknownRoute(request))
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    formType,
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const refusal = crossSiteRefusal(request, publicUrl, formType)
    if (refusal === undefined) done()
    else done(refusal)
  })
  server.setErrorHandler((error, request, reply) =>
    error instanceof ApiError && error.reason === 'cross_site_request'
      ? showPage(reply, error.status, viewRefused())
      : answerFailure(error, request, reply),
  )
}
