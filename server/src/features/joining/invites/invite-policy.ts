import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

export const invitePolicy = {
  // The id of an invite lets people in, so only admins may see it.
  manage: (actor: Actor) => atLeast(actor.role, 'admin'),
  /** Every member is at least a guest, which is what a null role makes. */
  isRedundant: (actor: Actor, role: Role | null) =>
    role === null || atLeast(actor.role, role),
}
