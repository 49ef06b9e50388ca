import { Type } from 'typebox'
import { Check } from 'typebox/value'

import { type Sealer, UnsealError } from '#/platform/secrets/sealed-secret.ts'

import { newAppSecret } from './app-codes.ts'

const validMs = 15 * 60_000
const offered = Type.Object({ secret: Type.String(), untilMs: Type.Number() })

/** The session that an offer is made in, and that it is good for. */
interface OfSession {
  readonly accountId: string
  readonly sessionId: string
}

/**
 * A new secret and the offer to set it: the same, sealed. Nothing is stored of offers that nobody
 * comes back to.
 */
export function makeOffer(
  sealer: Sealer,
  of: OfSession,
  nowMs: number,
): { readonly secret: string; readonly offer: string } {
  const secret = newAppSecret()
  const text = JSON.stringify({ secret, untilMs: nowMs + validMs })
  return { secret, offer: sealer.seal(text, scopeOf(of)) }
}

/** The secret of an offer; undefined for one that is altered, too old or of another session. */
export function openOffer(
  sealer: Sealer,
  { offer, ...of }: OfSession & { readonly offer: string },
  nowMs: number,
): string | undefined {
  try {
    const parsed: unknown = JSON.parse(sealer.unseal(offer, scopeOf(of)).toString())
    return Check(offered, parsed) && parsed.untilMs > nowMs ? parsed.secret : undefined
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

function scopeOf({ accountId, sessionId }: OfSession): string {
  return `second_factor_offer/${accountId}/${sessionId}`
}
