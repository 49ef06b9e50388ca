import type { InviteLinkToOrganization } from '@lectern/contract/invites.ts'

import type { Actor } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'

import type { InviteLinkRow } from './invite-link-queries.ts'
import { invitePolicy } from './invite-policy.ts'

export function viewInviteLink(
  actor: Actor,
  row: Pick<InviteLinkRow, 'id' | 'role'>,
): InviteLinkToOrganization {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the roles
  const role = row.role as Role | null
  return {
    object: 'invite',
    id: row.id,
    redundant: invitePolicy.isRedundant(actor, role),
    role,
  }
}
