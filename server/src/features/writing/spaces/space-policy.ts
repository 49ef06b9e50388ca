import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

/** Decides on spaces. The actor's role is the one they hold on the space. */
export const spacePolicy = {
  view: (actor: Actor) => atLeast(actor.role, 'read'),
  access: (actor: Actor) => atLeast(actor.role, 'read'),
  comment: (actor: Actor) => atLeast(actor.role, 'comment'),
  edit: (actor: Actor) => atLeast(actor.role, 'edit'),
  review: (actor: Actor) => atLeast(actor.role, 'review'),
  merge: (actor: Actor) => atLeast(actor.role, 'review'),
  triggerGitSync: (actor: Actor) => atLeast(actor.role, 'create'),
  admin: (actor: Actor) => atLeast(actor.role, 'admin'),
  viewInviteLinks: (actor: Actor) => atLeast(actor.role, 'admin'),
  installIntegration: (actor: Actor) => atLeast(actor.role, 'admin'),
}
