import type { FastifyReply, FastifyRequest } from 'fastify'

import { ApiError } from '#/platform/errors/api-error.ts'
import { html } from '#/platform/html/html.ts'
import { page, sendPage } from '#/platform/html/page.ts'

import { answerError } from './error-handler.ts'
import { isForPerson } from './for-person.ts'

/**
 * Answers failures of a URL that people open in a browser: a page says that nothing is there, in
 * words of what they looked for. Programs and pictures get errors as everywhere. No cache keeps
 * either, since the same URL may work again.
 */
export function answerMissing(title: string, advice: string) {
  const missing = page(title, html`<p>${advice}</p>`)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('cache-control', 'no-store')
    const isMissing = error instanceof ApiError && error.status === 404
    if (isMissing && isForPerson(request)) void sendPage(reply, error.status, missing)
    else void answerError(error, request, reply)
  }
}
