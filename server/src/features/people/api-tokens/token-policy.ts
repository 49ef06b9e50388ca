import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const tokenPolicy = {
  makeForEmergencies: (actor: Actor) => atLeast(actor.role, 'admin'),
}
