import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'
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

/** Records one event for all that a request changed about the access to one content. */
export function contentPermissionsChanged(
  tx: Transaction,
  by: By,
  { organizationId, kind, contentId, ...changed }: PermissionsChange,
): void {
  const record = recorder(kind, `${kind}Id`)
  const type = `${kind}_permissions_changed`
  const details = { users: {}, teams: {}, removedUsers: [], removedTeams: [], ...changed }
  const of = { organizationId, spaceId: contentId, collectionId: contentId }
  record(tx, by, of, { type, details })
}
