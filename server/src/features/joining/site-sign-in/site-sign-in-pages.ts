import type { FastifyInstance, FastifyReply } from 'fastify'

import { answerFailure } from '#/features/joining/page-words/public.ts'
import {
  createFindSignedIn,
  findPerson,
  formHeaders,
  showPage,
  signInPath,
} from '#/features/joining/sign-in/public.ts'
import { listActiveProviders } from '#/features/people/saml-providers/public.ts'
import {
  createVisitCode,
  siteSignInPrefix,
  type Standing,
  standingOf,
} from '#/features/publishing/site-visits/public.ts'
import type { AuthenticateSession, Caller } from '#/platform/http/caller.ts'
import { isAt } from '#/platform/http/host-cookie.ts'
import { unknownRoute } from '#/platform/http/wire-rules.ts'
import type { Services } from '#/platform/services.ts'

import {
  type AskedSite,
  askedSite,
  pathOfAsked,
  type SiteSignInRoute,
} from './asked-site.ts'
import {
  viewGoOn,
  viewNeedsSso,
  viewNoSite,
  viewNotForYou,
  viewSuspendedReader,
  viewWaysIn,
  type WayIn,
} from './site-sign-in-view.ts'

/** The page where a reader of a site proves to be a member, on the way to the site's own host. */
export function addSiteSignIn(
  server: FastifyInstance,
  services: Services,
  authenticateSession: AuthenticateSession,
): void {
  const { config } = services
  const findSignedIn = createFindSignedIn(config, authenticateSession)
  server.addHook('onRequest', (request, _reply, done) => {
    if (isAt(request.host, config.PUBLIC_URL)) done()
    else done(unknownRoute(request))
  })
  server.setErrorHandler(answerFailure)

  // Programs that look whether an address answers are given no code.
  server.get<SiteSignInRoute>(
    `${siteSignInPrefix}:siteId`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { params, query } = request
      const asked = await askedSite(services, { Params: params, Querystring: query })
      if (asked === undefined) return showPage(reply, 404, viewNoSite())
      const caller = await findSignedIn(request)
      if (caller === undefined) return showWaysIn(reply, services, asked)
      const standing = await standingOf(services.db, asked.site, caller)
      return showStanding(reply, services, { asked, caller, standing })
    },
  )
}

interface Reader {
  readonly asked: AskedSite
  readonly caller: Caller
  readonly standing: Standing
}

async function showStanding(
  reply: FastifyReply,
  services: Services,
  { asked, caller, standing }: Reader,
): Promise<FastifyReply> {
  const { db } = services
  switch (standing.kind) {
    case 'reader':
      return letGoOn(reply, services, asked, caller)
    case 'needs-sso':
      return showPage(reply, 403, viewNeedsSso(await providersOf(services, asked)))
    case 'suspended':
      return showPage(reply, 403, viewSuspendedReader())
    default: {
      const again = signInUrl(services, asked, '&again=1')
      return showPage(reply, 403, viewNotForYou(await findPerson(db, caller), again))
    }
  }
}

/** Sends somebody to the way in, or shows the ways in where their organization has its own. */
async function showWaysIn(
  reply: FastifyReply,
  services: Services,
  asked: AskedSite,
): Promise<FastifyReply> {
  const url = signInUrl(services, asked)
  const providers = await providersOf(services, asked)
  if (providers.length > 0) {
    return showPage(reply, 200, viewWaysIn([...providers, { label: undefined, url }]))
  }
  return reply.headers({ 'cache-control': 'no-store', ...formHeaders }).redirect(url, 303)
}

async function letGoOn(
  reply: FastifyReply,
  { db }: Services,
  { site, flowHash, to }: AskedSite,
  // oxlint-disable-next-line max-params -- an answer, the services, what is asked and who asks
  { userId: accountId, session }: Caller,
): Promise<FastifyReply> {
  const { organizationId, siteId, origin, host, basePath } = site
  const sessionHash = session?.hash ?? ''
  const code = await db.transaction(async (tx) =>
    createVisitCode(tx, {
      organizationId,
      siteId,
      accountId,
      sessionHash,
      flowHash,
      host,
    }),
  )
  const url = new URL(`${origin}${basePath}~enter/${siteId}`)
  url.searchParams.set('code', code)
  if (to !== undefined) url.searchParams.set('to', to)
  return showPage(reply.header('refresh', `0; url=${url.href}`), 200, viewGoOn(url.href))
}

function signInUrl(
  { config }: Pick<Services, 'config'>,
  asked: AskedSite,
  more = '',
): string {
  const to = encodeURIComponent(pathOfAsked(config, asked))
  return `${config.PUBLIC_URL}${signInPath}?to=${to}${more}`
}

async function providersOf(
  services: Services,
  asked: AskedSite,
): Promise<readonly WayIn[]> {
  const { organizationId } = asked.site
  const { logins } = await listActiveProviders(services, { organizationId })
  const to = encodeURIComponent(pathOfAsked(services.config, asked))
  return logins.map(({ label, startURL }) => ({ label, url: `${startURL}?to=${to}` }))
}
