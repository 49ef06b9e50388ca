import type { Actor } from '#/access/actor.ts'
import { atLeast, type Role } from '#/access/roles.ts'

export const invitePolicy = {
  // An invite's id lets people in, so only those who may let people in get to see one.
  manage: (actor: Actor) => atLeast(actor.role, 'admin'),
  /** Any member already is at least the guest that a null role makes. */
  isRedundant: (actor: Actor, role: Role | null) =>
    role === null || atLeast(actor.role, role),
}
