import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

interface PermissionsChange {
  readonly organizationId: string
  readonly kind: HomelessKind
  readonly contentId: string
  /** The new role of each user and team that was given one; null gives nothing. */
  readonly users?: Readonly<Record<string, Role | null>>
  readonly teams?: Readonly<Record<string, Role | null>>
  readonly removedUsers?: readonly string[]
  readonly removedTeams?: readonly string[]
}

/** One happening for everything a request changed about who was given access to one content. */
export function contentPermissionsChanged(
  tx: Transaction,
  { caller, requestId }: Pick<Context, 'caller' | 'requestId'>,
  { organizationId, kind, contentId, ...changed }: PermissionsChange,
): void {
  const type = `${kind}_permissions_changed`
  const details = { users: {}, teams: {}, removedUsers: [], removedTeams: [], ...changed }
  emit(tx, {
    organizationId,
    type,
    subject: `${kind}:${contentId}`,
    payload: { [`${kind}Id`]: contentId, ...details },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: caller.userId,
    targetKind: kind,
    targetId: contentId,
    requestId,
    details,
  })
}
