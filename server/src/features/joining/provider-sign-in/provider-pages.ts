import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  createFindBrowser,
  type FindBrowser,
  flowCookie,
  providersPath,
  providerUrl,
  returnPathFrom,
  showPage,
  takeOwnForms,
  viewTooMany,
} from '#/features/joining/sign-in/public.ts'
import { isSecret } from '#/features/joining/welcome-links/public.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { isForeign } from '#/platform/http/cross-site.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { type Asked, beginAtProvider, takeAnswer } from './ask-provider.ts'
import { choiceOf, choose, finishSignIn } from './finish-sign-in.ts'
import { openWithProvider } from './open-with-provider.ts'
import { createProviderClients } from './provider-clients.ts'
import {
  leadTo,
  replyGone,
  replyNoProvider,
  replyRefusal,
  replyWith,
} from './provider-replies.ts'
import { viewBeginning } from './provider-view.ts'

interface ProviderRoute {
  readonly Params: { readonly providerId: string }
  readonly Querystring: { readonly to?: unknown; readonly again?: unknown }
}

interface WaitingRoute {
  readonly Params: { readonly providerId: string; readonly secret: string }
}

type FindAsked = (request: {
  readonly params: { readonly providerId: string }
}) => Asked | undefined

interface Using extends Services {
  readonly findAsked: FindAsked
  readonly findBrowser: FindBrowser
}

const ofProvider = `${providersPath}/:providerId`
// Programs that look whether an address answers begin and end nothing.
const acts = { exposeHeadRoute: false }

/** The pages where people sign in with an identity provider of the installation. */
export function addProviderPages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config, db } = services
  const clients = createProviderClients(services)
  const findAsked: FindAsked = ({ params: { providerId } }) => {
    const provider = config.SIGN_IN_PROVIDERS.find(({ id }) => id === providerId)
    const callbackUrl = `${config.PUBLIC_URL}${providersPath}/${providerId}/callback`
    return provider && { provider, clients, db, callbackUrl }
  }
  const findBrowser = createFindBrowser(config, authenticateSession)
  const using = { ...services, findAsked, findBrowser }
  takeOwnForms(server, config.PUBLIC_URL)
  addBeginning(server, using)
  addCallback(server, using)
  addWaiting(server, using)
}

function addBeginning(server: FastifyInstance, using: Using): void {
  const { config, findAsked } = using
  const { PUBLIC_URL } = config
  server.get<ProviderRoute>(ofProvider, acts, async (request, reply) => {
    const asked = findAsked(request)
    if (asked === undefined) return replyNoProvider(reply, using)
    const { provider } = asked
    const returnPath = returnPathFrom(request.query.to)
    const isAgain = request.query.again !== undefined
    if (isForeign(request)) {
      const startUrl = providerUrl(config, provider, { to: returnPath, isAgain })
      return showPage(reply, 200, viewBeginning(provider.label, startUrl))
    }
    const flow = flowCookie.give(request, PUBLIC_URL)
    try {
      const url = await beginAtProvider(asked, {
        address: addressOf(request),
        attemptsMax: config.SIGN_IN_LIMIT_ADDRESS,
        flow,
        returnPath,
        isAgain,
      })
      if (url === undefined) return showPage(reply, 429, viewTooMany())
      return leadTo(reply.header('set-cookie', flow.cookie), url)
    } catch (error) {
      return replyRefusal(reply, using, { error, provider })
    }
  })
}

function addCallback(server: FastifyInstance, using: Using): void {
  const { config, db, findAsked, findBrowser } = using
  server.get<ProviderRoute>(`${ofProvider}/callback`, acts, async (request, reply) => {
    const asked = findAsked(request)
    if (asked === undefined) return replyNoProvider(reply, using)
    const { provider } = asked
    const flow = flowOf(request, config.PUBLIC_URL)
    if (flow === undefined) return replyGone(reply, using)
    try {
      const vouched = await takeAnswer(asked, { search: searchOf(request.url), flow })
      if (vouched === undefined) return replyGone(reply, using)
      const browser = await findBrowser(request)
      const at = { providerId: provider.id, flowHash: flow.hash, browser }
      const came = await db.transaction(async (tx) =>
        finishSignIn(tx, using, at, vouched),
      )
      return replyWith(reply, using, { came, provider, request })
    } catch (error) {
      return replyRefusal(reply, using, { error, provider })
    }
  })
}

/** The page of an identity that waits for its owner to say which account it belongs to. */
function addWaiting(server: FastifyInstance, using: Using): void {
  const { config, db, findAsked, findBrowser } = using

  const decide = async (
    request: FastifyRequest<WaitingRoute>,
    reply: FastifyReply,
    { agrees, opens = false }: { readonly agrees: boolean; readonly opens?: boolean },
  ): Promise<FastifyReply> => {
    const asked = findAsked(request)
    if (asked === undefined) return replyNoProvider(reply, using)
    const { provider } = asked
    const { providerId, secret } = request.params
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    if (flowHash === undefined || !isSecret(secret)) return replyGone(reply, using)
    const of = { providerId, secret, flowHash, browser: await findBrowser(request) }
    try {
      const opened = opens ? await openWithProvider(using, of) : undefined
      const came =
        opened ??
        (await db.transaction(async (tx) =>
          agrees ? choose(tx, using, of) : choiceOf(tx, using, of),
        ))
      return replyWith(reply, using, { came, provider, request })
    } catch (error) {
      return replyRefusal(reply, using, { error, provider })
    }
  }

  const path = `${ofProvider}/join/:secret`
  server.get<WaitingRoute>(path, acts, async (request, reply) =>
    decide(request, reply, { agrees: false }),
  )
  server.post<WaitingRoute>(path, async (request, reply) =>
    isOpening(request.body)
      ? decide(request, reply, { agrees: false, opens: true })
      : decide(request, reply, { agrees: true }),
  )
}

/** Whether a form asks for an account of its own. */
function isOpening(body: unknown): boolean {
  return body instanceof URLSearchParams && body.get('open') === '1'
}

function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

function flowOf(request: FastifyRequest, publicUrl: string) {
  const secret = flowCookie.secretIn(request, publicUrl)
  const hash = flowCookie.hashIn(request, publicUrl)
  return secret === undefined || hash === undefined ? undefined : { secret, hash }
}
