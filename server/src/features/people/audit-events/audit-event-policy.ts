import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const auditEventPolicy = {
  // The audit log names people and content that other members may not even see.
  view: (actor: Actor) => atLeast(actor.role, 'admin'),
}
