import type { FastifyInstance, FastifyReply } from 'fastify'

import { answerFailure } from '#/features/joining/page-words/public.ts'
import { originOf } from '#/features/joining/sign-in-notes/public.ts'
import {
  flowCookie,
  formHeaders,
  returnPathFrom,
  showPage,
  viewTooMany,
} from '#/features/joining/sign-in/public.ts'
import {
  findProviderService,
  findUsableProvider,
  listActiveProviders,
  samlPath,
  type UsableProvider,
} from '#/features/people/saml-providers/public.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { isForeign } from '#/platform/http/cross-site.ts'
import { isAt } from '#/platform/http/host-cookie.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import { unknownRoute } from '#/platform/http/wire-rules.ts'
import type { Services } from '#/platform/services.ts'

import { addFinishPages } from './finish-pages.ts'
import { noteRefusedAnswer } from './note-refused.ts'
import { answerBytesMax } from './read-answer.ts'
import { beginSignIn, metadataOf } from './saml-request.ts'
import { SamlRefusal } from './saml-refusal.ts'
import {
  viewBeginning,
  viewNoProvider,
  viewProviders,
  viewRefusedAnswer,
} from './saml-sign-in-view.ts'
import { takeAnswer } from './take-answer.ts'

interface ProviderRoute {
  readonly Params: { readonly providerId: string }
  readonly Querystring: { readonly to?: unknown }
}

const formType = 'application/x-www-form-urlencoded'
const ofProvider = `${samlPath}/:providerId`

/** The pages where members sign in with the identity provider of their organization. */
export function addSamlPages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  takeForms(server, services.config.PUBLIC_URL)
  addBeginning(server, services)
  addAnswers(server, services)
  addFinishPages(server, services, authenticateSession)
}

function addBeginning(server: FastifyInstance, services: Services): void {
  const { config, db, log } = services
  server.get<{ Params: { organizationId: string } }>(
    '/sso/:organizationId',
    async ({ params }, reply) => {
      const { title, logins } = await listActiveProviders(services, params)
      if (logins.length === 0) return showPage(reply, 404, viewNoProvider())
      const places = logins.map(({ label, startURL }) => ({ label, startUrl: startURL }))
      return showPage(reply, 200, viewProviders(title, places))
    },
  )

  for (const path of [ofProvider, `${ofProvider}/metadata`]) {
    server.get<ProviderRoute>(path, async ({ params }, reply) => {
      const service = await findProviderService(services, params.providerId)
      if (service === undefined) return showPage(reply, 404, viewNoProvider())
      return reply
        .header('content-type', 'application/samlmetadata+xml; charset=utf-8')
        .send(metadataOf(service))
    })
  }

  // Programs that look whether an address answers begin nothing.
  const begins = { exposeHeadRoute: false }
  server.get<ProviderRoute>(`${ofProvider}/start`, begins, async (request, reply) => {
    const provider = await findUsableProvider(services, request.params.providerId)
    if (provider === undefined) return showPage(reply, 404, viewNoProvider())
    const returnPath = returnPathFrom(request.query.to)
    if (isForeign(request)) {
      const startUrl = startUrlOf(provider, returnPath)
      return showPage(reply, 200, viewBeginning(provider.organizationTitle, startUrl))
    }
    const { hash: flowHash, cookie } = flowCookie.give(request, config.PUBLIC_URL)
    const url = await beginSignIn(db, provider, {
      address: addressOf(request),
      attemptsMax: config.SIGN_IN_LIMIT_ADDRESS,
      flowHash,
      returnPath,
    })
    if (url === undefined) {
      log.warn({ address: request.ip }, 'too many sign-ins were begun')
      return showPage(reply, 429, viewTooMany())
    }
    return leadTo(reply.header('set-cookie', cookie), url)
  })
}

function startUrlOf(
  { service: { startURL } }: UsableProvider,
  returnPath: string | undefined,
): string {
  return returnPath === undefined
    ? startURL
    : `${startURL}?to=${encodeURIComponent(returnPath)}`
}

/** Takes answers from browsers that identity providers send here: no cookie comes with them. */
function addAnswers(server: FastifyInstance, services: Services): void {
  server.post<ProviderRoute>(`${ofProvider}/acs`, async (request, reply) => {
    const { params, body } = request
    const provider = await findUsableProvider(services, params.providerId)
    if (provider === undefined) return showPage(reply, 404, viewNoProvider())
    const { startURL, entityID } = provider.service
    try {
      const secret = await takeAnswer(services, provider, fieldOf(body, 'SAMLResponse'))
      return leadTo(reply, `${entityID}/finish/${secret}`)
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error
      await noteRefusedAnswer(services, originOf(request), provider, error.problem)
      return showPage(reply, 403, viewRefusedAnswer(error.problem, startURL))
    }
  })
}

function leadTo(reply: FastifyReply, url: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', ...formHeaders }
  return reply.headers(headers).redirect(url, 303)
}

function fieldOf(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

/** Reads forms, at PUBLIC_URL alone: on another host somebody else might see the cookies. */
function takeForms(server: FastifyInstance, publicUrl: string): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (isAt(request.host, publicUrl)) done()
    else done(unknownRoute(request))
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    formType,
    { parseAs: 'string', bodyLimit: answerBytesMax },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  server.setErrorHandler(answerFailure)
}
