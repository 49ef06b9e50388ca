import { errors, jwtVerify } from 'jose'

import type { Claims } from './audience.ts'

/** The clocks of two machines may differ by this much: a token may be used that early. */
const leewaySeconds = 5
const registered = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

export interface Verified {
  readonly claims: Claims
  /** The second since 1970 from which the token is refused. */
  readonly endsAt: number
}

/**
 * The claims in a token and its end; undefined unless the token has an expiry and was signed with
 * the key by the one accepted algorithm.
 */
export async function verifiedClaims(
  token: string,
  privateKey: string,
): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(privateKey), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: leewaySeconds,
    })
    const claims = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !registered.has(name)),
    )
    const endsAt = Math.floor(payload.exp ?? 0)
    // What is made from a token ends with it: from one that has ended nothing can be made.
    return endsAt * 1000 > Date.now() ? { claims, endsAt } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}
