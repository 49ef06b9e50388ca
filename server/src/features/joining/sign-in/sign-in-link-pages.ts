import type { FastifyInstance } from 'fastify'

import { noteRefused } from '#/features/joining/sign-in-notes/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { countForAccount } from './attempts.ts'
import { type Browser, enter, type FindBrowser } from './enter.ts'
import { flowCookie } from './own-cookies.ts'
import { showPage } from './page-headers.ts'
import { enterOrAsk, leadOnOrAsk } from './pending-sign-ins.ts'
import { returnPathFrom } from './return-path.ts'
import {
  consumeSignInLink,
  findRefusedLink,
  findSignInLink,
  signInLinkPrefix,
} from './sign-in-links.ts'
import { viewGone, viewSignInLink } from './signed-in-view.ts'
import { findPerson } from './signed-in.ts'

interface LinkRoute {
  readonly Params: { readonly secret: string }
  readonly Querystring: { readonly to?: unknown }
}

const path = `${signInLinkPrefix}:secret`

/** The page of a link that signs in: opening it asks, sending its form signs in. */
export function addSignInLinkPages(
  server: FastifyInstance,
  services: Services,
  findBrowser: FindBrowser,
): void {
  const { config, db } = services

  server.get<LinkRoute>(path, async (request, reply) => {
    const { secret } = request.params
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    const person = await findSignInLink(db, { secret, flowHash })
    if (person === undefined) return showPage(reply, 404, viewGone())
    const { former } = await findBrowser(request)
    const to = returnPathFrom(request.query.to)
    const view = { former: await findPerson(db, former), to }
    return showPage(reply, 200, viewSignInLink(person, view))
  })

  server.post<LinkRoute>(path, async (request, reply) => {
    const { params, body } = request
    const flowHash = flowCookie.hashIn(request, config.PUBLIC_URL)
    const browser = await findBrowser(request)
    const entered = await db.transaction(async (tx) => {
      const { secret } = params
      const link = await consumeSignInLink(tx, { secret, flowHash })
      if (link === undefined) {
        await noteRefusedLink(tx, services, browser, secret)
        return undefined
      }
      const entry = { accountId: link.accountId, way: 'link' } as const
      const by = 'operator-link'
      return link.isOfOperator
        ? { cookies: await enter(tx, services, browser, { ...entry, by }) }
        : enterOrAsk(tx, services, browser, entry)
    })
    if (entered === undefined) return showPage(reply, 404, viewGone())
    const to = body instanceof URLSearchParams ? body.get('to') : null
    return leadOnOrAsk(reply, config, { entered, to })
  })
}

async function noteRefusedLink(
  tx: Transaction,
  { config, log }: Services,
  browser: Browser,
  // oxlint-disable-next-line max-params -- a transaction, the services, who opens it, and what
  secret: string,
): Promise<void> {
  log.info({ address: browser.address }, 'a link to sign in was refused')
  const link = await findRefusedLink(tx, secret)
  if (link === undefined) return
  const { accountId, isOfOperator } = link
  const most = config.SIGN_IN_LIMIT_ACCOUNT
  if ((await countForAccount(tx, `link-of:${accountId}`, most)) !== 'counted') return
  const by = isOfOperator ? 'operator-link' : 'link'
  await noteRefused(tx, browser, { accountId, by, reason: 'link_not_valid' })
}
