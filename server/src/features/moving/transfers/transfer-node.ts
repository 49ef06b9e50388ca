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
import { keepArriving } from './keep-arriving.ts'
import { lockBoth, completeTransfer } from './complete-transfer.ts'

interface Steps<View> {
  /** Refuses, behind the locks, what must not be transferred any more. */
  readonly check: (tx: Transaction) => Promise<void>
  /** As the caller finds it in its new organization. */
  readonly view: (tx: Transaction) => Promise<View>
}

/** Brings a collection or space, with all that is in it, to another organization. */
export async function transferNode<View>(
  context: Context,
  transfer: Transfer,
  { check, view }: Steps<View>,
): Promise<Committed<View>> {
  await requireTarget(context.db, context, transfer.to)
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
    // What cannot be given up now is swept later; the caller is told of the first failure.
    await giveUp(context, transfer, arrival).catch(() => undefined)
    throw error
  } finally {
    await kept.stop()
  }
}

/** A token for one organization sees every other as if it did not exist. */
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
