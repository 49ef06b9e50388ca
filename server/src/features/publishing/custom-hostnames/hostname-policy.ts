import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const customHostnamePolicy = {
  admin: (actor: Actor) => atLeast(actor.role, 'admin'),
}
