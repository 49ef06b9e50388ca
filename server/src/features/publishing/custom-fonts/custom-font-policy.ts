import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const customFontPolicy = {
  view: (actor: Actor) => actor.role !== null,
  /** Whether the actor may add, change and delete fonts: those who manage all sites may. */
  edit: (actor: Actor) => atLeast(actor.role, 'admin'),
}
