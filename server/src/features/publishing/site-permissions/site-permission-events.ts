import type { Role } from '#/access/roles.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

interface PermissionsChange extends OfSite {
  /** The new role of each user and team that was given one; null gives nothing. */
  readonly users?: Readonly<Record<string, Role | null>>
  readonly teams?: Readonly<Record<string, Role | null>>
  readonly removedUsers?: readonly string[]
  readonly removedTeams?: readonly string[]
}

const record = recorder('site', 'siteId')

/** Records one event for all that a request changed about the roles on one site. */
export function sitePermissionsChanged(
  tx: Transaction,
  by: By,
  { organizationId, siteId, ...changed }: PermissionsChange,
): void {
  const details = { users: {}, teams: {}, removedUsers: [], removedTeams: [], ...changed }
  const type = 'site_permissions_changed'
  record(tx, by, { organizationId, siteId }, { type, details })
}
