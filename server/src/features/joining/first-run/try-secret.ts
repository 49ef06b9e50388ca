import { countForAddress } from '#/features/joining/sign-in/public.ts'
import type { Services } from '#/platform/services.ts'

import { isOpen, opens } from './first-run-link.ts'
import { selectFirstRun } from './first-run-queries.ts'

interface Attempt {
  readonly secret: string
  /** The network address that it comes from. */
  readonly address: string
}

export type Tried = 'good' | 'wrong' | 'too-many' | 'over'

/**
 * Judges a secret. Wrong ones alone are counted: nobody guesses a right one, and whoever has it must not
 * wait because of strangers at the same address.
 */
export async function trySecret(
  { db, config, signer }: Pick<Services, 'db' | 'config' | 'signer'>,
  { secret, address }: Attempt,
): Promise<Tried> {
  const row = await db.first(selectFirstRun, {})
  if (row === undefined || !isOpen(row)) return 'over'
  if (opens(signer, row, secret)) return 'good'
  const isCounted = await db.transaction(async (tx) =>
    countForAddress(tx, address, config.SIGN_IN_LIMIT_ADDRESS),
  )
  return isCounted ? 'wrong' : 'too-many'
}
