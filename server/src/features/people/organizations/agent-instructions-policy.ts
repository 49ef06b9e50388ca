import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

type OfRole = Pick<Actor, 'role'>

export const agentInstructionsPolicy = {
  // The instructions tell how the organization works, which is no business of guests.
  view: ({ role }: OfRole) => role !== null,
  update: ({ role }: OfRole) => atLeast(role, 'admin'),
}
