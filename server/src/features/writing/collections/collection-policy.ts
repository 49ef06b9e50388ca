import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'
import { creationPolicy } from '#/content-store/nodes/public.ts'

/** Decides on collections. The actor's role is the one they hold on the collection. */
export const collectionPolicy = {
  view: (actor: Actor) => atLeast(actor.role, 'read'),
  create: (actor: Actor) => creationPolicy.createInside(actor),
  admin: (actor: Actor) => atLeast(actor.role, 'admin'),
  viewInviteLinks: (actor: Actor) => atLeast(actor.role, 'admin'),
}
