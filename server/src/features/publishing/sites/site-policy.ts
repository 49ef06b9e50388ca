import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const sitePolicy = {
  // Guests see content they were given, and a site may show more than that.
  view: (actor: Actor) => actor.role !== null,
  create: (actor: Actor) => atLeast(actor.role, 'create'),
  /** Which spaces a site shows, where and in which order. */
  structure: (actor: Actor) => atLeast(actor.role, 'create'),
  /** Settings, secrets, publishing and removal. */
  admin: (actor: Actor) => atLeast(actor.role, 'admin'),
}
