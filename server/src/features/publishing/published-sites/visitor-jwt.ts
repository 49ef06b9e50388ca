import { errors, jwtVerify } from 'jose'

import type { Claims } from './audience.ts'

/** Clocks of two machines may be so far apart. */
const leewaySeconds = 5
const registered = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

/**
 * What a token says of a visitor; undefined unless it was signed with the key by the one algorithm that
 * is accepted, and says until when.
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
