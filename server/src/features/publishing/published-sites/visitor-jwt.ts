import { errors, jwtVerify } from 'jose'

import type { Claims } from './audience.ts'

/** The clocks of two machines may differ by this much. */
const leewaySeconds = 5
const registered = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

/**
 * The claims in a token; undefined unless the token has an expiry and was signed with the key by
 * the one accepted algorithm.
 */
export async function verifiedClaims(
  token: string,
  privateKey: string,
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(privateKey), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: leewaySeconds,
    })
    return Object.fromEntries(
      Object.entries(payload).filter(([name]) => !registered.has(name)),
    )
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}
