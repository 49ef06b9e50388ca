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

/** A site as read for one caller, who may see the site. */
export interface SiteForCaller {
  readonly actor: Actor
  readonly site: SiteRow
}

/** The site and the caller as an actor; refuses guests whether or not the site exists. */
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
 * Locks a site for a change of it or its parts: other changes wait until the transaction ends. Rows
 * of content must be locked before.
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

/**
 * Ends the validity of cached answers; runs with every change of what readers of a site may see.
 */
export async function touchSite(
  tx: Transaction,
  { organizationId, siteId }: OfSite,
  { redirects = 0, shareLinks = 0 }: Partial<SiteCounts> = {},
): Promise<void> {
  noteChange(tx, { organizationId, subject: `site:${siteId}` })
  await tx.run(updateSiteEpoch, { organizationId, siteId, redirects, shareLinks })
}
