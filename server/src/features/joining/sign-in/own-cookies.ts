import type { FastifyRequest } from 'fastify'

import {
  hashSecret,
  isSecret,
  newSecret,
} from '#/features/joining/welcome-links/public.ts'
import { hostCookie } from '#/platform/http/host-cookie.ts'

type Asking = Pick<FastifyRequest, 'headers' | 'host'>

/** A cookie that a browser is known by, and that is no way in by itself. */
interface OwnCookie {
  /** The secret itself, of which the database knows nothing. */
  readonly secretIn: (request: Asking, publicUrl: string) => string | undefined
  /** What the database knows the browser by; undefined for one that sends no such cookie. */
  readonly hashIn: (request: Asking, publicUrl: string) => string | undefined
  /** The same for a browser that is given the cookie where it has none, for as long as a new one. */
  readonly give: (request: Asking, publicUrl: string) => Given
  /** Another one, whatever cookie the browser has. */
  readonly renew: () => Given
  /** The header that has a browser forget it. */
  readonly clear: string
}

interface Given {
  readonly secret: string
  readonly hash: string
  readonly cookie: string
}

function ownCookie(ending: '-flow' | '-device' | '-pending', seconds: number): OwnCookie {
  const { clear, readFrom, set } = hostCookie(ending)
  const secretIn = (request: Asking, publicUrl: string) => {
    const secret = readFrom(request, publicUrl)
    return secret !== undefined && isSecret(secret) ? secret : undefined
  }
  const given = (secret: string): Given => ({
    secret,
    hash: hashSecret(secret),
    cookie: set(secret, seconds),
  })
  return {
    secretIn,
    hashIn(request, publicUrl) {
      const secret = secretIn(request, publicUrl)
      return secret === undefined ? undefined : hashSecret(secret)
    },
    give(request, publicUrl) {
      return given(secretIn(request, publicUrl) ?? newSecret())
    },
    renew: () => given(newSecret()),
    clear,
  }
}

const daySeconds = 86_400

/** Ties what comes back later, such as the link of a mail, to the browser that asked for it. */
export const flowCookie = ownCookie('-flow', 3600)

/** Stands for a sign-in that waits for a code; nobody else can have chosen it. */
export const pendingCookie = ownCookie('-pending', 600)

/** Tells browsers that an account was signed in with from all others. */
export const deviceCookie = ownCookie('-device', 400 * daySeconds)
