import { actorIn } from '#/access/actor.ts'
import { sitePolicy } from '#/features/publishing/sites/public.ts'
import {
  lockSitesOfSpaces,
  selectSiteOfOnly,
} from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import type { NodeRow } from './arrival-queries.ts'
import { onlySpaceOfSite } from './transfer-errors.ts'

/** Refuses to take away everything that a published site shows; spaces in the trash are not shown. */
export async function refuseLastOfSites(
  db: Queryable,
  context: Context,
  organizationId: string,
  leaving: readonly NodeRow[],
): Promise<void> {
  const spaceIds = shownAmong(leaving)
  if (spaceIds.length === 0) return
  const site = await db.first(selectSiteOfOnly, { organizationId, spaceIds })
  if (site === undefined) return
  const maySee = sitePolicy.view(await actorIn(db, context, organizationId))
  throw onlySpaceOfSite(maySee ? site.id : undefined)
}

/** The same once nobody else can change what the sites show, until the transaction ends. */
export async function refuseLastOfLockedSites(
  tx: Transaction,
  context: Context,
  organizationId: string,
  leaving: readonly NodeRow[],
): Promise<void> {
  await tx.many(lockSitesOfSpaces, { organizationId, spaceIds: shownAmong(leaving) })
  await refuseLastOfSites(tx, context, organizationId, leaving)
}

function shownAmong(nodes: readonly NodeRow[]): string[] {
  return nodes
    .filter(({ kind, deleted_at }) => kind === 'space' && deleted_at === null)
    .map(({ id }) => id)
}
