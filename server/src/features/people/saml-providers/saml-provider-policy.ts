import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const samlProviderPolicy = {
  view: (actor: Actor) => atLeast(actor.role, 'admin'),
  /** Whether the actor may add, change and remove providers: they decide who gets in. */
  change: (actor: Actor) => atLeast(actor.role, 'admin'),
}
