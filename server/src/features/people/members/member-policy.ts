import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const memberPolicy = {
  // Guests see the content they were given, not the other members.
  list: (actor: Actor) => actor.role !== null,
  view: (actor: Actor, userId: string) => actor.role !== null || actor.userId === userId,
  changeRole: (actor: Actor) => atLeast(actor.role, 'admin'),
  addWithSso: (actor: Actor) => atLeast(actor.role, 'admin'),
  remove: (actor: Actor, userId: string) =>
    atLeast(actor.role, 'admin') || actor.userId === userId,
}
