import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const sitePolicy = {
  // Guests see only what was given to them, and a site may show more than the spaces they see.
  view: (actor: Actor) => actor.role !== null,
  create: (actor: Actor) => atLeast(actor.role, 'create'),
  /** Whether the actor may edit content, where no space says otherwise. */
  edit: (actor: Actor) => atLeast(actor.role, 'edit'),
  /** Whether the actor may change the spaces that a site shows, their places and order. */
  structure: (actor: Actor) => atLeast(actor.role, 'create'),
  /** Whether the actor may manage a site: its settings and secrets, publication and removal. */
  admin: (actor: Actor) => atLeast(actor.role, 'admin'),
}
