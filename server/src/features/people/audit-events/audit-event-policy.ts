import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

export const auditEventPolicy = {
  // It tells of people and content that others may not even see.
  view: (actor: Actor) => atLeast(actor.role, 'admin'),
}
