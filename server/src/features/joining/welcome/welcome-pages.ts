import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { welcomePrefix } from '#/features/joining/welcome-links/public.ts'
import { translateDatabaseError } from '#/platform/database/database-errors.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { sendPage } from '#/platform/html/page.ts'
import type { Services } from '#/platform/services.ts'

import { acceptWelcome } from './accept-welcome.ts'
import { displayNameFrom } from './display-name.ts'
import { findWelcome } from './find-welcome.ts'
import { viewAccepted, viewFailure, viewGone, viewWelcome } from './welcome-view.ts'

interface WelcomeRoute {
  readonly Params: { readonly secret: string }
}

const formBytesMax = 10 * 1024
const path = `${welcomePrefix}:secret`

/**
 * The pages where people with a mailed link create or take over their account and join. No
 * JavaScript.
 */
export function addWelcomePages(server: FastifyInstance, services: Services): void {
  const { db, config } = services
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  server.setErrorHandler(answerPageFailure)

  server.get<WelcomeRoute>(path, async ({ params: { secret } }, reply) => {
    const welcome = await findWelcome(db, secret)
    return welcome === undefined
      ? sendPage(reply, 404, viewGone())
      : sendPage(reply, 200, viewWelcome(welcome))
  })

  server.post<WelcomeRoute>(path, async ({ params: { secret }, body, id }, reply) => {
    const welcome = await findWelcome(db, secret)
    if (welcome === undefined) return sendPage(reply, 404, viewGone())
    const form = body instanceof URLSearchParams ? body : new URLSearchParams()
    const typedName = form.get('displayName') ?? ''
    const displayName = displayNameFrom(typedName)
    if (welcome.kind !== 'join' && displayName === undefined) {
      const problem = 'A name has between 1 and 64 characters.'
      return sendPage(reply, 400, viewWelcome(welcome, { typedName, problem }))
    }

    const accepted = await acceptWelcome(db, {
      welcome,
      secret,
      displayName,
      requestId: id,
    })
    return accepted === undefined
      ? sendPage(reply, 404, viewGone())
      : sendPage(reply, 200, viewAccepted(accepted, config.PUBLIC_URL))
  })
}

/** Answers a failure with a page, because the readers of these pages are people. */
export function answerPageFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = error instanceof ApiError ? error : translateDatabaseError(error)
  if (known?.status === 429) {
    const wait = known.headers['retry-after']
    const words = viewFailure(
      `Too many requests came from your network. Wait ${wait} ${wait === '1' ? 'second' : 'seconds'}, then open the link again.`,
    )
    return sendPage(reply.headers(known.headers), 429, words)
  }
  const refused = refusalOf(error)
  if (refused !== undefined) {
    return sendPage(
      reply,
      refused,
      viewFailure('The form could not be read. Go back and send it again.'),
    )
  }
  if (known === undefined || known.status >= 500) {
    request.log.error({ err: error }, 'page failed')
  }
  return sendPage(
    reply.headers(known?.headers ?? {}),
    known?.status ?? 500,
    viewFailure(
      `Something went wrong on our side. Open the link again in a moment; if it stays, tell the operator the request id ${request.id}.`,
    ),
  )
}

/** The 4xx status of an error, as when Fastify refuses a body for its type, size or length. */
function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  const isRefusal =
    typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isRefusal ? statusCode : undefined
}
