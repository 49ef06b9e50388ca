import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

type InOrganization = Readonly<{ organizationRole: Role | null }>

export const contentPermissionPolicy = {
  // Guests see the content they were given, not the other members; but an admin of the content must
  // see who has access.
  list: (actor: Actor, { organizationRole }: InOrganization) =>
    organizationRole !== null || atLeast(actor.role, 'admin'),
  change: (actor: Actor) => atLeast(actor.role, 'admin'),
}
