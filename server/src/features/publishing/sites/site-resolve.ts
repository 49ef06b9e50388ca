import { type Actor, actorIn, authorize } from '#/access/actor.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'

import { type SiteActor, type SiteActorColumns, siteActorFrom } from './site-access.ts'
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
  readonly actor: SiteActor
  readonly site: SiteRow
}

/** The site and the caller as an actor. */
export async function resolveSite(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
  siteId: string,
): Promise<SiteForCaller> {
  const callerId = context.caller.userId
  const found = await db.first(selectSiteForCaller, { organizationId, callerId, siteId })
  const of = { organizationId, siteId }
  const { actor, row: site } = await seenByCaller(db, context, of, found)
  return { actor, site }
}

/**
 * What was read of a site, with the caller as an actor. Refuses guests without a role on the site,
 * whether or not it exists.
 */
export async function seenByCaller<Row extends SiteActorColumns>(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, siteId }: OfSite,
  // oxlint-disable-next-line max-params -- where it is read, by whom, which site, and what was found
  row: Row | undefined,
): Promise<{ readonly actor: SiteActor; readonly row: Row }> {
  if (row === undefined) {
    authorizeView(await actorIn(db, context, organizationId))
    throw notFound('site', siteId)
  }
  const actor = siteActorFrom(row, context, organizationId)
  authorizeView(actor)
  return { actor, row }
}

function authorizeView(actor: Actor): void {
  const needed = 'a role in the organization or on the site'
  authorize(sitePolicy.view(actor), 'see this site', needed)
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
