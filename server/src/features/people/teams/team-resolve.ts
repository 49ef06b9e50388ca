import { actorFrom } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { lockTeamForCaller, selectTeamForCaller } from './team-queries.ts'
import { asTeamRole, type TeamForCaller } from './team-view.ts'

type TeamParams = Readonly<{ organizationId: string; teamId: string }>

/**
 * Finds the team and the caller's roles; refuses when the team or the caller's membership is
 * missing.
 */
export async function resolveTeam(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, teamId }: TeamParams,
): Promise<TeamForCaller> {
  const callerId = context.caller.userId
  const row = await db.first(selectTeamForCaller, { organizationId, callerId, teamId })
  const actor = actorFrom(row, context, organizationId)
  if (row === undefined || !isTeam(row)) throw notFound('team', teamId)
  return { actor, team: row, actorTeamRole: asTeamRole(row.actor_team_role) }
}

/** Resolves a team in the transaction that changes it: other changes wait until its end. */
export async function resolveTeamToChange(
  tx: Transaction,
  context: Context,
  { organizationId, teamId }: TeamParams,
): Promise<TeamForCaller> {
  const callerId = context.caller.userId
  const row = await tx.first(lockTeamForCaller, { organizationId, callerId, teamId })
  if (row === undefined) {
    // Only a refusal has to know whether the team or the caller's membership is missing.
    await resolveTeam(tx, context, { organizationId, teamId })
    throw notFound('team', teamId)
  }
  const actor = actorFrom(row, context, organizationId)
  return { actor, team: row, actorTeamRole: asTeamRole(row.actor_team_role) }
}

/** Whether the row has a team: an outer join gives either all columns of the team or none. */
function isTeam<Row extends { id: string | null }>(
  row: Row,
): row is Row & {
  [Column in keyof Row]: Column extends 'actor_team_role'
    ? Row[Column]
    : NonNullable<Row[Column]>
} {
  return row.id !== null
}
