import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { answerFailure } from '#/features/joining/page-words/public.ts'
import {
  createFindBrowser,
  enter,
  showPage,
  viewTooMany,
} from '#/features/joining/sign-in/public.ts'
import { viewAccepted } from '#/features/joining/welcome/public.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import type { AuthenticateSession } from '#/platform/http/caller.ts'
import { isOwnPage } from '#/platform/http/cross-site.ts'
import { addressOf } from '#/platform/http/rate-buckets.ts'
import type { Services } from '#/platform/services.ts'

import { readTyped, typedIn } from './first-run-form.ts'
import { firstRunPrefix } from './first-run-link.ts'
import { viewFirstRun, viewFirstRunOver } from './first-run-view.ts'
import { type FirstAccount, makeFirstAccount } from './make-first-account.ts'
import { trySecret } from './try-secret.ts'

interface FirstRunRoute {
  readonly Params: { readonly secret: string }
}

const formType = 'application/x-www-form-urlencoded'
const formBytesMax = 10 * 1024
const path = `${firstRunPrefix}:secret`

/** The page where the first account of a server is made. No JavaScript. */
export function addFirstRunPages(
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

  /** Answers a secret that is not good, and says whether it did. */
  async function isRefused(
    request: FastifyRequest<FirstRunRoute>,
    reply: FastifyReply,
  ): Promise<boolean> {
    const { secret } = request.params
    const tried = await trySecret(services, { secret, address: addressOf(request) })
    if (tried === 'good') return false
    await (tried === 'too-many'
      ? showPage(reply, 429, viewTooMany())
      : showPage(reply, 404, viewFirstRunOver()))
    return true
  }

  async function make(request: FastifyRequest, account: FirstAccount) {
    const browser = isOwnPage(request, config.PUBLIC_URL, formType)
      ? await findBrowser(request)
      : undefined
    return db.transaction(async (tx) => {
      const made = await makeFirstAccount(tx, services, account)
      if (made === undefined) return undefined
      const { accountId } = made
      const { secret: token } = await issueToken(tx, { accountId, label: 'First token' })
      const entry = { accountId, way: 'link' } as const
      const cookies = browser && (await enter(tx, services, browser, entry))
      return { accountId, token, cookies }
    })
  }

  server.get<FirstRunRoute>(path, async (request, reply) => {
    if (await isRefused(request, reply)) return reply
    return showPage(reply, 200, viewFirstRun())
  })

  server.post<FirstRunRoute>(path, async (request, reply) => {
    if (await isRefused(request, reply)) return reply
    const { params, body, id: requestId } = request
    const typed = typedIn(body instanceof URLSearchParams ? body : new URLSearchParams())
    const { values, wrong } = readTyped(typed)
    if (values === undefined) return showPage(reply, 400, viewFirstRun(typed, wrong))
    const made = await make(request, { ...values, secret: params.secret, requestId })
    if (made === undefined) return showPage(reply, 404, viewFirstRunOver())
    const { cookies, token, accountId } = made
    if (cookies !== undefined) reply.header('set-cookie', cookies)
    const accepted = { accountId, token, organizationTitle: values.organizationTitle }
    const isSignedIn = cookies !== undefined
    return showPage(
      reply,
      200,
      viewAccepted(accepted, { publicUrl: config.PUBLIC_URL, isSignedIn }),
    )
  })
}
