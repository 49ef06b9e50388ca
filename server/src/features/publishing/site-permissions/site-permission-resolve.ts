import { authorize } from '#/access/actor.ts'
import {
  lockSite,
  seenByCaller,
  type SiteActor,
  type SiteActorColumns,
} from '#/features/publishing/sites/public.ts'
import { contentPermissionPolicy } from '#/features/writing/content-permissions/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

/** Locks a site whose grants the caller is about to change, or refuses. */
export async function lockSiteToChange(
  tx: Transaction,
  context: Context,
  { organizationId, siteId }: OfSite,
): Promise<OfSite> {
  const { actor } = await lockSite(tx, context, organizationId, siteId)
  authorize(
    contentPermissionPolicy.change(actor),
    'change who has a role on this site',
    'the admin role in the organization or on the site',
  )
  return { organizationId, siteId }
}

interface ListedOnSite<Row> {
  readonly actor: SiteActor
  readonly rows: readonly Row[]
  readonly count: number
  readonly countIsLowerBound: boolean
}

/** The rows of a list of grants, with its count, for a caller who may see them. */
export async function listedOnSite<Row extends SiteActorColumns & { count: number }>(
  context: Context,
  of: OfSite,
  found: readonly Row[],
  // oxlint-disable-next-line max-params -- by whom, of which site, what was found, and its key
  key: keyof Row,
): Promise<ListedOnSite<Row>> {
  const { actor, row } = await seenByCaller(context.db, context, of, found[0])
  authorize(
    contentPermissionPolicy.list(actor, actor),
    'list who has a role on this site',
    'a role in the organization or the admin role on the site',
  )
  const rows = row[key] === null ? [] : found
  return {
    actor,
    rows,
    count: Math.max(Math.abs(row.count), rows.length),
    countIsLowerBound: row.count < 0,
  }
}
