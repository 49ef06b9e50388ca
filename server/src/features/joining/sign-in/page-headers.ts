import type { FastifyReply } from 'fastify'

import { sendView, type View } from '#/features/joining/page-words/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { policyWithScript } from '#/platform/html/page-style.ts'

import { passkeyScript } from './passkey-script.ts'
import { returnPathFrom } from './return-path.ts'
import { signInPath } from './sign-in-links.ts'

// With no referrer at all, browsers would not say which origin a form comes from.
export const formHeaders = {
  'content-security-policy': policyWithScript(passkeyScript),
  'referrer-policy': 'same-origin',
  // Whoever opened the page in a window cannot exchange it for another one.
  'cross-origin-opener-policy': 'same-origin',
}

/** Sends a page whose forms say where they come from. */
export function showPage(reply: FastifyReply, status: number, view: View): FastifyReply {
  return sendView(reply, status, view, formHeaders)
}

interface Way {
  readonly cookies: readonly string[]
  /** Where somebody wanted to go; what is no path of ours leads to the page of signing in. */
  readonly to: unknown
}

/** Gives a browser its cookies and leads it on. */
export function leadOn(
  reply: FastifyReply,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { cookies, to }: Way,
): FastifyReply {
  // PUBLIC_URL may have a path of its own, which a path to return to has already.
  const url = new URL(returnPathFrom(to) ?? `${PUBLIC_URL}${signInPath}`, PUBLIC_URL)
  return reply
    .headers({ 'set-cookie': [...cookies], 'cache-control': 'no-store', ...formHeaders })
    .redirect(url.href, 303)
}
