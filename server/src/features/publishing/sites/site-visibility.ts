import { ensurePublishingAuth } from '#/features/publishing/site-keys/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { visitorsNeedAHost } from './site-errors.ts'

interface Readers {
  readonly visibility: string
  readonly adaptiveContent?: boolean | null
}

/** Creates the key that a site needs to know its visitors; refuses visitors on a shared origin. */
export async function openTo(
  tx: Transaction,
  { config, sealer }: Pick<Context, 'config' | 'sealer'>,
  of: OfSite,
  { visibility, adaptiveContent }: Readers,
): Promise<void> {
  const asksVisitors = visibility === 'visitor-auth'
  if (asksVisitors && config.PUBLISH_URL !== undefined) throw visitorsNeedAHost()
  if (asksVisitors || adaptiveContent === true) await ensurePublishingAuth(tx, of, sealer)
}
