import type { FastifyReply, FastifyRequest } from 'fastify'

import { textOfRefusal } from '#/features/joining/page-words/public.ts'
import {
  formHeaders,
  leadOnOrAsk,
  methodsPath,
  providersPath,
  showPage,
  signInPath,
} from '#/features/joining/sign-in/public.ts'
import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import type { Choice, Finished } from './finish-sign-in.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import {
  viewGone,
  viewJoining,
  viewNoProvider,
  viewProblem,
  viewRefused,
  viewReplacing,
  viewSignInFirst,
} from './provider-view.ts'

type Using = Pick<Services, 'config' | 'log'>

export function replyNoProvider(
  reply: FastifyReply,
  { config }: Pick<Using, 'config'>,
): FastifyReply {
  return showPage(reply, 404, viewNoProvider(`${config.PUBLIC_URL}${signInPath}`))
}

export function replyGone(
  reply: FastifyReply,
  { config }: Pick<Using, 'config'>,
): FastifyReply {
  return showPage(reply, 403, viewGone(`${config.PUBLIC_URL}${signInPath}`))
}

/** Answers what the provider, or the person, can do something about; throws all else. */
export function replyRefusal(
  reply: FastifyReply,
  { config, log }: Using,
  { error, provider }: { readonly error: unknown; readonly provider: SignInProvider },
): FastifyReply {
  if (error instanceof ApiError && error.status < 500) {
    const methodsUrl = `${config.PUBLIC_URL}${methodsPath}`
    const page = viewProblem(textOfRefusal(error), methodsUrl)
    return showPage(reply.headers(error.headers), error.status, page)
  }
  if (!(error instanceof ProviderRefusal)) throw error
  const { problem, code } = error
  const isOurs = problem === 'away' || problem === 'settings'
  const words = 'a sign-in with a provider was refused'
  log[isOurs ? 'warn' : 'info']({ provider: provider.id, problem, code }, words)
  const page = viewRefused(problem, `${config.PUBLIC_URL}${signInPath}`)
  return showPage(reply, isOurs ? 503 : 403, page)
}

interface Came {
  readonly came: Finished | Choice
  readonly provider: SignInProvider
  readonly request: Pick<FastifyRequest, 'url'>
}

/** Answers what came of a sign-in. */
export function replyWith(
  reply: FastifyReply,
  using: Pick<Using, 'config'>,
  { came, provider: { id, label }, request }: Came,
): FastifyReply {
  const { PUBLIC_URL } = using.config
  switch (came.kind) {
    case 'entered':
      return leadOnOrAsk(reply, using.config, came)
    case 'waits':
      return leadTo(reply, `${PUBLIC_URL}${providersPath}/${id}/join/${came.secret}`)
    case 'gone':
      return replyGone(reply, using)
    case 'replaces':
      return showPage(reply, 200, viewReplacing(label, came.former))
    case 'joins':
      return showPage(reply, 200, viewJoining(label, came.knownAs, came.person))
    default: {
      const signInUrl = signInUrlFrom(PUBLIC_URL, request.url)
      return showPage(reply, 200, viewSignInFirst(label, came, signInUrl))
    }
  }
}

/** Where somebody signs in, also again, and comes back from to a page of ours. */
function signInUrlFrom(publicUrl: string, here: string): string {
  const { pathname } = new URL(publicUrl)
  const to = `${pathname.replace(/\/$/, '')}${new URL(here, publicUrl).pathname}`
  const query = new URLSearchParams({ again: '1', to }).toString()
  return `${publicUrl}${signInPath}?${query}`
}

export function leadTo(reply: FastifyReply, url: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', ...formHeaders }
  return reply.headers(headers).redirect(url, 303)
}
