import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { originOf } from '#/features/joining/sign-in-notes/public.ts'
import {
  countBeginning,
  createFindBrowser,
  flowCookie,
  leadOn,
  leadOnOrAsk,
  showPage,
  signInPath,
  viewTooMany,
} from '#/features/joining/sign-in/public.ts'
import { hashSecret, isSecret } from '#/features/joining/welcome-links/public.ts'
import {
  findUsableProvider,
  samlPath,
  type UsableProvider,
} from '#/features/people/saml-providers/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { crossSiteRefusal } from '#/platform/http/cross-site.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { type Finished, type Finishing, finishSignIn } from './finish-sign-in.ts'
import { noteUnfinished } from './note-refused.ts'
import {
  viewAsking,
  viewChangedEnough,
  viewGone,
  viewMailed,
  viewNoAddress,
  viewNoProvider,
  viewOpening,
  viewReplacing,
  viewSuspended,
  viewTooManyToday,
} from './saml-sign-in-view.ts'

interface FinishRoute {
  readonly Params: { readonly providerId: string; readonly secret: string }
}

type Going = Pick<Finishing, 'by' | 'mayJoin'>

const formType = 'application/x-www-form-urlencoded'
const ways = [
  ['answer', `${samlPath}/:providerId/finish/:secret`],
  ['link', `${samlPath}/:providerId/link/:secret`],
] as const

/** The pages where a sign-in ends: of a browser that brought an answer, or opens the link of a mail. */
export function addFinishPages(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config } = services
  const findBrowser = createFindBrowser(config, authenticateSession)

  const finish = async (
    request: FastifyRequest<FinishRoute>,
    reply: FastifyReply,
    going: Going,
  ): Promise<FastifyReply> => {
    const { providerId, secret } = request.params
    const provider = await findUsableProvider(services, providerId)
    if (provider === undefined) return showPage(reply, 404, viewNoProvider())
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    const finished: Finished =
      flowHash === undefined || !isSecret(secret)
        ? { kind: 'gone' }
        : await finishSignIn(services, {
            ...going,
            provider,
            hash: hashSecret(secret),
            flowHash,
            browser: await findBrowser(request),
            requestId: request.id,
          })
    // Programs that look at mails open links, too.
    if (going.by === 'answer' || going.mayJoin) {
      const unfinished = { by: going.by, finished }
      await noteUnfinished(services, originOf(request), provider, unfinished)
    }
    const path = `${new URL(provider.service.entityID).pathname}/${going.by}/${secret}`
    return showFinished(reply, services, { provider, finished, path })
  }

  for (const [by, path] of ways) {
    server.get<FinishRoute>(path, { exposeHeadRoute: false }, async (request, reply) =>
      finish(request, reply, { by, mayJoin: false }),
    )
    server.post<FinishRoute>(path, async (request, reply) => {
      const refusal = crossSiteRefusal(request, config.PUBLIC_URL, formType)
      if (refusal !== undefined) throw refusal
      if (by === 'link' && !(await isAllowed(services, request))) {
        return showPage(reply.header('retry-after', 900), 429, viewTooMany())
      }
      return finish(request, reply, { by, mayJoin: true })
    })
  }
}

/** Counts who opens a link, which may have a code asked for each time. */
async function isAllowed(
  { config, db }: Pick<Services, 'config' | 'db'>,
  request: FastifyRequest<FinishRoute>,
): Promise<boolean> {
  const { SIGN_IN_LIMIT_ADDRESS: attemptsMax } = config
  return db.transaction(async (tx) => countBeginning(tx, addressOf(request), attemptsMax))
}

interface Shown {
  readonly provider: UsableProvider
  readonly finished: Finished
  /** Where it goes on once the person has shown who they are. */
  readonly path: string
}

function showFinished(
  reply: FastifyReply,
  { config }: Pick<Services, 'config'>,
  { provider, finished, path }: Shown,
): FastifyReply {
  const { organizationTitle: title, service } = provider
  switch (finished.kind) {
    case 'signed-in':
      return leadOn(reply, config, finished)
    case 'needs-code': {
      const entered = { cookies: finished.cookies, isAsked: true }
      return leadOnOrAsk(reply, config, { entered, to: path })
    }
    case 'needs-sign-in': {
      const { pathname, search } = signInFirst(config, path)
      return leadOn(reply, config, { cookies: [], to: `${pathname}${search}` })
    }
    case 'mailed': {
      const { href } = signInFirst(config, new URL(service.startURL).pathname)
      return showPage(reply, 200, viewMailed(finished.email, title, href))
    }
    case 'too-many':
      return showPage(reply, 429, viewTooManyToday(title))
    case 'gone':
      return showPage(reply, 403, viewGone(service.startURL))
    case 'suspended':
      return showPage(reply, 403, viewSuspended(title))
    case 'no-address':
      return showPage(reply, 403, viewNoAddress())
    case 'changed-enough':
      return showPage(reply, 429, viewChangedEnough())
    case 'opens':
      return showPage(reply, 200, viewOpening(finished.email, title))
    case 'asks':
      return showPage(reply, 200, viewAsking(finished.email, title))
    default:
      return showPage(reply, 200, viewReplacing(title))
  }
}

/** Where somebody signs in to their account, and then comes back; also who is signed in otherwise. */
function signInFirst({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, path: string): URL {
  const url = new URL(`${PUBLIC_URL}${signInPath}`)
  url.search = new URLSearchParams({ to: path, again: '1' }).toString()
  return url
}
