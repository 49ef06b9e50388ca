import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

type InOrganization = Readonly<{ organizationRole: Role | null }>

export const contentPermissionPolicy = {
  // Guests see content they were given, not who else works here; but who manages access must see it.
  list: (actor: Actor, { organizationRole }: InOrganization) =>
    organizationRole !== null || atLeast(actor.role, 'admin'),
  change: (actor: Actor) => atLeast(actor.role, 'admin'),
}
