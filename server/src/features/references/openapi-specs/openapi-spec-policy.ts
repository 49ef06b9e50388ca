import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const openApiSpecPolicy = {
  view: (actor: Actor) => actor.role !== null,
  /** Whether the actor may add, change and delete specifications. */
  edit: (actor: Actor) => atLeast(actor.role, 'create'),
}
