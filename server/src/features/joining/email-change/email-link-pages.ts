import type { FastifyInstance, FastifyReply } from 'fastify'

import { type Origin, originOf } from '#/features/joining/sign-in-notes/public.ts'
import { showPage } from '#/features/joining/sign-in/public.ts'
import type { Services } from '#/platform/services.ts'

import { emailLinkPrefix, type LinkedChange, readEmailLink } from './change-link.ts'
import {
  confirmChange,
  findWaiting,
  isConfirmed,
  withdrawAsOwner,
} from './confirm-change.ts'
import {
  viewConfirm,
  viewDone,
  viewNotHere,
  viewOver,
  viewTaken,
  viewWaiting,
  viewWithdraw,
  viewWithdrawn,
} from './email-change-page-views.ts'
import type { FindOwner, Owner } from './find-owner.ts'

interface LinkRoute {
  readonly Params: { readonly token: string }
}

const linkPath = `${emailLinkPrefix}:token`

/** The pages of mailed links: opening one asks, sending its form confirms or withdraws. */
export function addEmailLinkPages(
  server: FastifyInstance,
  services: Services,
  findOwner: FindOwner,
): void {
  const { config, db } = services

  server.get<LinkRoute>(linkPath, async (request, reply) => {
    const linked = readEmailLink(services.signer, request.params.token)
    const waiting = linked && (await findWaiting(db, linked))
    if (linked === undefined || waiting === undefined || isConfirmed(waiting, linked)) {
      return showPage(reply, 404, viewOver(config.PUBLIC_URL))
    }
    if (linked.side === 'withdraw') return showPage(reply, 200, viewWithdraw())
    const owner = await findOwner(request)
    return owner?.userId === linked.accountId
      ? showPage(reply, 200, viewConfirm(waiting))
      : showPage(reply, 403, viewNotHere(config.PUBLIC_URL, request.url))
  })

  server.post<LinkRoute>(linkPath, async (request, reply) => {
    const linked = readEmailLink(services.signer, request.params.token)
    if (linked === undefined) return showPage(reply, 404, viewOver(config.PUBLIC_URL))
    if (linked.side === 'withdraw') return withdraw(reply, services, linked)
    const owner = await findOwner(request)
    if (owner?.userId !== linked.accountId) {
      return showPage(reply, 403, viewNotHere(config.PUBLIC_URL, request.url))
    }
    const origin = originOf(request)
    return confirm(reply, services, { linked, owner, origin })
  })
}

async function withdraw(
  reply: FastifyReply,
  services: Services,
  linked: LinkedChange,
): Promise<FastifyReply> {
  const { PUBLIC_URL: publicUrl } = services.config
  return (await withdrawAsOwner(services, linked))
    ? showPage(reply, 200, viewWithdrawn(publicUrl))
    : showPage(reply, 404, viewOver(publicUrl))
}

interface ConfirmedBy {
  readonly linked: LinkedChange
  readonly owner: Owner
  readonly origin: Origin
}

async function confirm(
  reply: FastifyReply,
  services: Services,
  { linked, owner, origin }: ConfirmedBy,
): Promise<FastifyReply> {
  const { PUBLIC_URL: publicUrl } = services.config
  const confirming = { session: owner.session, origin }
  const confirmed = await confirmChange(services, linked, confirming)
  if (confirmed.kind === 'gone') {
    return showPage(reply, 404, viewOver(publicUrl))
  }
  if (confirmed.kind === 'taken') {
    return showPage(reply, 409, viewTaken(publicUrl))
  }
  if (confirmed.kind === 'waiting') return showPage(reply, 200, viewWaiting())
  const { cookies, email } = confirmed
  const page = viewDone(publicUrl, email)
  return showPage(reply.header('set-cookie', [...cookies]), 200, page)
}
