import type { FastifyInstance } from 'fastify'

import { answerPageFailure } from '#/platform/html/page-failure.ts'
import { sendPage } from '#/platform/html/page.ts'
import type { Services } from '#/platform/services.ts'

import { muteKinds } from './preference-queries.ts'
import { kindsOf, readUnsubscription, unsubscribePrefix } from './unsubscribe-link.ts'
import { viewUnknownLink, viewUnsubscribe, viewUnsubscribed } from './unsubscribe-view.ts'

interface UnsubscribeRoute {
  readonly Params: { readonly token: string }
}

const formBytesMax = 10 * 1024
const path = `${unsubscribePrefix}:token`

/** The pages behind the unsubscribe links of mails: a form for people, one POST for programs. */
export function addUnsubscribePages(
  server: FastifyInstance,
  { db, signer }: Services,
): void {
  server.removeAllContentTypeParsers()
  // RFC 8058 lets programs choose the encoding of the form, whose fields are not needed.
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: formBytesMax },
    (_request, _body, done) => {
      done(null)
    },
  )
  server.setErrorHandler(answerPageFailure)

  server.get<UnsubscribeRoute>(path, async ({ params: { token } }, reply) => {
    const unsubscription = readUnsubscription(signer, token)
    return unsubscription === undefined
      ? sendPage(reply, 404, viewUnknownLink())
      : sendPage(reply, 200, viewUnsubscribe(unsubscription.subscription))
  })

  server.post<UnsubscribeRoute>(path, async ({ params: { token } }, reply) => {
    const unsubscription = readUnsubscription(signer, token)
    if (unsubscription === undefined) return sendPage(reply, 404, viewUnknownLink())
    const { userId: accountId, subscription } = unsubscription
    const kinds = kindsOf(subscription)
    const muted = await db.transaction(async (tx) =>
      tx.first(muteKinds, { accountId, kinds }),
    )
    return muted === undefined
      ? sendPage(reply, 404, viewUnknownLink())
      : sendPage(reply, 200, viewUnsubscribed(subscription))
  })
}
