import { type AskedBy, atHome, contentActorFrom } from '#/access/content-access.ts'
import { lockForChange, type Reach } from '#/content-store/nodes/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'

import { spacePolicy } from './space-policy.ts'
import { selectSpaceForCaller } from './space-queries.ts'
import type { SpaceForCaller } from './space-view.ts'

/** Finds the space and the caller's role on it, or refuses without saying which is missing. */
export async function resolveSpace(
  db: Queryable,
  context: Context,
  spaceId: string,
): Promise<SpaceForCaller> {
  return atHome(context, 'space', spaceId, async (organizationId) =>
    readSpace(db, context, { organizationId, spaceId }),
  )
}

/** Resolves a space in the transaction that changes it: other changes wait until its end. */
export async function resolveSpaceToChange(
  tx: Transaction,
  context: Context,
  spaceId: string,
  reach: Reach,
): Promise<SpaceForCaller> {
  const callerId = context.caller.userId
  return atHome(context, 'space', spaceId, async (organizationId) => {
    const locked = lockForChange(tx, { organizationId, callerId, nodeId: spaceId }, reach)
    const [found] = await Promise.all([
      readSpace(tx, context, { organizationId, spaceId }),
      locked,
    ])
    return found
  })
}

/**
 * The space for the caller; undefined when it is missing or they may not see it. Only admins of a
 * space see it in the trash.
 */
export async function readSpace(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<SpaceForCaller | undefined> {
  const callerId = context.caller.userId
  return readSpaceAskedBy(db, context, { organizationId, callerId }, spaceId)
}

/** Reads a space for any reader, be it a user or a visitor of a site. */
export async function readSpaceAskedBy(
  db: Queryable,
  context: Pick<ReaderContext, 'caller'>,
  asked: AskedBy,
  spaceId: string,
): Promise<SpaceForCaller | undefined> {
  const { organizationId } = asked
  const space = await db.first(selectSpaceForCaller, { ...asked, nodeId: spaceId })
  const actor = contentActorFrom(space, context, organizationId)
  if (space === undefined || actor === undefined) return undefined
  return space.deleted_at === null || spacePolicy.admin(actor)
    ? { actor, space }
    : undefined
}

/** Reads a space after the caller's own change, which may have cost them their role. */
export async function readChangedSpace(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  before: SpaceForCaller,
): Promise<SpaceForCaller> {
  const { organizationId, userId: callerId } = before.actor
  const of = { organizationId, callerId, nodeId: before.space.id }
  const space = written(await tx.first(selectSpaceForCaller, of))
  const actor = contentActorFrom(space, context, organizationId)
  return { actor: actor ?? { ...before.actor, role: null }, space }
}
