import type { FastifyReply, FastifyRequest } from 'fastify'

import { translateDatabaseError } from '#/platform/database/database-errors.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

import { html } from './html.ts'
import { page, sendPage } from './page.ts'

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

function viewFailure(message: string): string {
  return page('That did not work', html`<p>${message}</p>`)
}
