import type { FastifyReply, FastifyRequest } from 'fastify'

import { isForeign } from '#/platform/http/cross-site.ts'

import { html } from './html.ts'
import { page, sendPage } from './page.ts'

/** Whether a page of another origin led a browser here, in a window of its own. */
export function isLedHere(request: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = request.headers
  const isWindow = mode === 'navigate' && dest === 'document'
  return request.method === 'GET' && isWindow && isForeign(request)
}

/**
 * The page for everybody whom another website led to what is not for everybody, whether it exists and
 * whether they may read it or not: from here on it is they who ask.
 */
export function sendLedHere(reply: FastifyReply): FastifyReply {
  // The empty reference is this very address, which nobody else may learn.
  const content = html`<p>
      Another website has led you here. What is at this address may be for members of an
      organization.
    </p>
    <p><a href="">Open it</a></p>`
  return sendPage(reply, 404, page('Do you want to open this?', content))
}
