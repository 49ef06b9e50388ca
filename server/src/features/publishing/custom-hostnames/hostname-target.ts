import { type Actor, actorIn } from '#/access/actor.ts'
import { atHome } from '#/access/content-access.ts'
import { lockSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { ApiError, notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import type { Request } from '#/platform/http/operation.ts'

/** The site that a name leads to, or, where the site is null, the whole organization. */
export interface HostnameTarget {
  readonly actor: Actor
  readonly siteId: string | null
}

/** The caller as an actor in the organization of the target; hides targets they cannot see. */
export async function findTarget(
  context: Context,
  { target }: Request<'attachCustomHostname'>['body'],
): Promise<HostnameTarget> {
  if (target.type === 'site') {
    const actor = await atHome(context, 'site', target.site, async (organizationId) =>
      memberWhoSeesSites(context, organizationId),
    )
    return { actor, siteId: target.site }
  }
  const { organization: organizationId } = target
  const bound = context.caller.organizationId
  // A token for one organization sees every other as if it did not exist.
  if (bound !== undefined && bound !== organizationId) {
    throw notFound('organization', organizationId)
  }
  return { actor: await actorIn(context.db, context, organizationId), siteId: null }
}

/**
 * Locks the site of a target until the change ends; an organization is not locked. `attached` is
 * the name of the site, null for an organization.
 */
export async function lockTarget(
  tx: Transaction,
  context: Context,
  { actor: { organizationId }, siteId }: HostnameTarget,
): Promise<{ actor: Actor; attached: string | null }> {
  if (siteId === null) {
    return { actor: await actorIn(tx, context, organizationId), attached: null }
  }
  const { actor, site } = await lockSite(tx, context, organizationId, siteId)
  // Host names are claims of the organization: a role on the site gives nothing on them.
  const inOrganization = { ...actor, role: actor.organizationRole }
  return { actor: inOrganization, attached: site.hostname }
}

async function memberWhoSeesSites(
  context: Context,
  organizationId: string,
): Promise<Actor | undefined> {
  try {
    const actor = await actorIn(context.db, context, organizationId)
    return sitePolicy.view(actor) ? actor : undefined
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
