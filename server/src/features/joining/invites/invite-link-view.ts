import type { InviteLink, InviteLinkToOrganization } from '@lectern/contract/invites.ts'

import type { Actor } from '#/access/actor.ts'
import { asRole } from '#/access/roles.ts'

import type { InviteLinkRow } from './invite-link-queries.ts'
import { invitePolicy } from './invite-policy.ts'
import type { LinkedContent } from './linked-content.ts'

type LinkColumns = Pick<InviteLinkRow, 'id' | 'role'>

export function viewInviteLink(actor: Actor, row: LinkColumns): InviteLinkToOrganization {
  const role = asRole(row.role)
  return {
    object: 'invite',
    id: row.id,
    redundant: invitePolicy.isRedundant(actor, role),
    role,
  }
}

/** A link to the organization, a collection or a space. */
export function viewAnyInviteLink(
  actor: Actor,
  row: LinkColumns,
  content: LinkedContent | undefined,
): InviteLink {
  if (content === undefined) return viewInviteLink(actor, row)
  const level = asRole(row.role)
  return {
    object: 'invite',
    id: row.id,
    redundant: invitePolicy.isRedundant(content.actor, level),
    level,
    ...content.shown,
  }
}
