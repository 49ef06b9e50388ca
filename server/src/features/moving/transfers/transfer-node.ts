import { actorIn, authorize } from '#/access/actor.ts'
import { organizationPolicy } from '#/features/people/organizations/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import {
  beginArrival,
  copyToOrganization,
  giveUp,
  type Transfer,
} from './copy-to-organization.ts'
import { selectWhole } from './arrival-queries.ts'
import { keepArriving } from './keep-arriving.ts'
import { refuseLastOfSites } from './last-of-sites.ts'
import { lockBoth, completeTransfer } from './complete-transfer.ts'

interface Steps<View> {
  /** Repeats the checks of a transfer once the locks are held. */
  readonly check: (tx: Transaction) => Promise<void>
  /** The answer for the caller, read in the new organization. */
  readonly view: (tx: Transaction) => Promise<View>
}

/** Moves a collection or space, with all nodes in it, to another organization. */
export async function transferNode<View>(
  context: Context,
  transfer: Transfer,
  { check, view }: Steps<View>,
): Promise<Committed<View>> {
  await requireTarget(context.db, context, transfer.to)
  const of = { organizationId: transfer.from, nodeId: transfer.id }
  const leaving = await context.db.many(selectWhole, of)
  await refuseLastOfSites(context.db, context, transfer.from, leaving)
  const arrival = beginArrival()
  const kept = keepArriving(context, transfer, arrival)
  try {
    await copyToOrganization(context, transfer, arrival)
    const transferred = await change(context, async (tx) => {
      await lockBoth(tx, context, transfer)
      await check(tx)
      await requireTarget(tx, context, transfer.to)
      await completeTransfer(tx, context, transfer, arrival)
      return view(tx)
    })
    for (const id of arrival.nodes) context.homes.forget(id)
    return transferred
  } catch (error) {
    // Nodes that cannot be given up now are swept later; the caller gets the first error.
    await giveUp(context, transfer, arrival).catch(() => undefined)
    throw error
  } finally {
    await kept.stop()
  }
}

/**
 * Refuses unless the caller may create content in the organization. A token for one organization
 * sees every other as if it did not exist.
 */
async function requireTarget(
  db: Queryable,
  context: Context,
  organizationId: string,
): Promise<void> {
  const bound = context.caller.organizationId
  if (bound !== undefined && bound !== organizationId) {
    throw notFound('organization', organizationId)
  }
  const member = await actorIn(db, context, organizationId)
  authorize(
    organizationPolicy.createContent(member),
    'put anything into the organization that this goes to',
    'the create role there',
  )
}
