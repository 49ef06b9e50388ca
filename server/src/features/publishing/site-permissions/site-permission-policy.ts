import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

type InOrganization = Readonly<{ organizationRole: Role | null }>

export const sitePermissionPolicy = {
  // Guests see the site they were given, not the members; but an admin of the site must see who has
  // a role on it.
  list: (actor: Actor, { organizationRole }: InOrganization) =>
    organizationRole !== null || atLeast(actor.role, 'admin'),
  change: (actor: Actor) => atLeast(actor.role, 'admin'),
}
