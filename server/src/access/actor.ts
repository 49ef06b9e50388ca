import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import {
  ApiError,
  forbidden,
  notFound,
  versionMismatch,
} from '#/platform/errors/api-error.ts'
import { type Caller, userIdOf } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'
import type { FindRole } from '#/platform/http/idempotency.ts'

import { asRole, type Role } from './roles.ts'
import { passesDoor, ssoRequired } from './sso-door.ts'

/** The caller, with their role in the organization that the request is about. */
export interface Actor {
  readonly userId: string
  readonly organizationId: string
  /** Null for a guest. */
  readonly role: Role | null
}

/** Columns of the caller's `member` row that a statement selects to need no second one. */
export interface ActorColumns {
  readonly actor_role: string | null
  readonly actor_disabled: boolean
  /** Whether they come in only if the organization's own single sign-on has said who they are. */
  readonly actor_needs_sso: boolean
}

/** The columns of the caller as the member `me`, for statements that Kysely builds. */
export const callerColumns = [
  'me.role as actor_role',
  'me.disabled as actor_disabled',
  'me.needs_sso as actor_needs_sso',
] as const

/** The same columns for statements that are written as SQL. */
export const callerColumnsSql = sql`me.role as actor_role, me.disabled as actor_disabled,
  me.needs_sso as actor_needs_sso`

type Acting<Of extends ReaderContext> = Pick<Of, 'caller'> &
  Partial<Pick<Of, 'idempotencyKey'>>

/**
 * The caller from their columns; refuses suspended members. Without columns the caller is no
 * member, and gets the same answer as if the organization did not exist.
 */
export function actorFrom(
  columns: ActorColumns | undefined,
  { caller, idempotencyKey }: Acting<ReaderContext>,
  organizationId: string,
): Actor {
  if (columns === undefined) throw notFound('organization', organizationId)
  if (columns.actor_disabled) throw suspended(organizationId)
  if (!passesDoor(columns, caller, organizationId)) throw ssoRequired(organizationId)
  idempotencyKey?.noteStanding({ organizationId, role: columns.actor_role })
  return {
    userId: userIdOf(caller),
    organizationId,
    role: asRole(columns.actor_role),
  }
}

export const selectActor = statement(
  'access.actor',
  (p: { organizationId: string; userId: string }) =>
    sqlBuilder
      .selectFrom('member as me')
      .select(callerColumns)
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.userId),
)

/** The caller as a member; throws the refusal for outsiders. */
export async function actorIn(
  db: Queryable,
  context: Acting<Context>,
  organizationId: string,
): Promise<Actor> {
  const { userId } = context.caller
  const columns = await db.first(selectActor, { organizationId, userId })
  return actorFrom(columns, context, organizationId)
}

/** The role of somebody who comes back for an answer they got before. */
export const findRole: FindRole = async (db, { organizationId, caller }) => {
  const { userId } = caller
  const columns = await db.first(selectActor, { organizationId, userId })
  return columns !== undefined && mayEnter(columns, caller, organizationId)
    ? columns.actor_role
    : undefined
}

/** Whether a member is let in at all, whatever they may do then. */
export function mayEnter(
  columns: ActorColumns,
  caller: Caller,
  organizationId: string,
): boolean {
  return !columns.actor_disabled && passesDoor(columns, caller, organizationId)
}

/** Refuses an action that is not allowed, and says why, since the caller can see the object. */
export function authorize(allowed: boolean, action: string, needed: string): void {
  if (!allowed) throw forbidden(action, needed)
}

export function requireVersion(
  { ifMatch }: Pick<Context, 'ifMatch'>,
  version: number,
  noun: string,
): void {
  if (ifMatch !== undefined && ifMatch !== version) throw versionMismatch(noun)
}

function suspended(organizationId: string): ApiError {
  return new ApiError(
    403,
    'member_disabled',
    `Your membership of organization "${organizationId}" is suspended. Ask one of its admins.`,
  )
}
