import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

export const invitePolicy = {
  // The id of an invite lets people in, so only admins may see it.
  manage: (actor: Actor) => atLeast(actor.role, 'admin'),
  /**
   * Whether an invite gives the actor nothing new: null makes a guest, the least that a member is.
   */
  isRedundant: (actor: Actor, role: Role | null) =>
    role === null || atLeast(actor.role, role),
}
