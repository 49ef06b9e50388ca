import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const scimTokenPolicy = {
  // Who has such a token decides who is in the organization.
  manage: (actor: Actor) => atLeast(actor.role, 'admin'),
}
