import { type Actor, actorFrom, actorIn, authorize } from '#/access/actor.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'

import { sitePolicy } from './site-policy.ts'
import {
  lockSiteRow,
  selectSiteForCaller,
  type SiteCounts,
  type SiteRow,
  updateSiteEpoch,
} from './site-queries.ts'

/** A site as read for one caller, who may see it. */
export interface SiteForCaller {
  readonly actor: Actor
  readonly site: SiteRow
}

/** The site and who is asking, or the refusal. Guests learn nothing of which sites there are. */
export async function resolveSite(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  siteId: string,
): Promise<SiteForCaller> {
  const callerId = context.caller.userId
  const row = await db.first(selectSiteForCaller, { organizationId, callerId, siteId })
  const actor =
    row === undefined
      ? await actorIn(db, context, organizationId)
      : actorFrom(row, context, organizationId)
  authorize(sitePolicy.view(actor), 'see sites', 'a role in the organization')
  if (row === undefined) throw notFound('site', siteId)
  return { actor, site: row }
}

/**
 * The same inside a transaction that is going to change the site or anything in it: others wait until
 * it ends. Rows of content are locked before.
 */
export async function lockSite(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  siteId: string,
): Promise<SiteForCaller> {
  const [, found] = await Promise.all([
    tx.first(lockSiteRow, { organizationId, siteId }),
    resolveSite(tx, context, organizationId, siteId),
  ])
  return found
}

/** For every change of what readers of a site may see: what they were shown before counts no more. */
export async function touchSite(
  tx: Transaction,
  { organizationId, siteId }: OfSite,
  { redirects = 0, shareLinks = 0 }: Partial<SiteCounts> = {},
): Promise<void> {
  noteChange(tx, { organizationId, subject: `site:${siteId}` })
  await tx.run(updateSiteEpoch, { organizationId, siteId, redirects, shareLinks })
}
