import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const placePolicy = {
  createInside: (actor: Actor) => atLeast(actor.role, 'create'),
}
