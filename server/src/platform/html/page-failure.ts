import type { FastifyReply, FastifyRequest } from 'fastify'

import { translateDatabaseError } from '#/platform/database/database-errors.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

import { html } from './html.ts'
import { page, sendPage } from './page.ts'

/** What went wrong, for whoever says it in words. */
export type PageFailure =
  | { readonly kind: 'too-many-requests'; readonly seconds: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'ours'; readonly requestId: string }

/** Answers a failure with a page, because the readers of these pages are people. */
export function answerPageFailure(
  error: unknown,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return answerFailureWith(error, reply, (failure) => viewFailure(wordsFor(failure)))
}

/** The same with a page of the caller's. */
export function answerFailureWith(
  error: unknown,
  reply: FastifyReply,
  view: (failure: PageFailure) => string,
): FastifyReply {
  const { request } = reply
  const known = error instanceof ApiError ? error : translateDatabaseError(error)
  if (known?.status === 429) {
    const seconds = known.headers['retry-after'] ?? '1'
    const text = view({ kind: 'too-many-requests', seconds })
    return sendPage(reply.headers(known.headers), 429, text)
  }
  const refused = refusalOf(error)
  if (refused !== undefined) return sendPage(reply, refused, view({ kind: 'unreadable' }))
  if (known === undefined || known.status >= 500) {
    request.log.error({ err: error }, 'page failed')
  }
  return sendPage(
    reply.headers(known?.headers ?? {}),
    known?.status ?? 500,
    view({ kind: 'ours', requestId: request.id }),
  )
}

function wordsFor(failure: PageFailure): string {
  switch (failure.kind) {
    case 'too-many-requests': {
      const { seconds } = failure
      return `Too many requests came from your network. Wait ${seconds} ${seconds === '1' ? 'second' : 'seconds'}, then open the link again.`
    }
    case 'unreadable':
      return 'The form could not be read. Go back and send it again.'
    default:
      return `Something went wrong on our side. Open the link again in a moment; if it stays, tell the operator the request id ${failure.requestId}.`
  }
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
