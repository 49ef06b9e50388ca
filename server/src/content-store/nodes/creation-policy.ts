import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

/** The roles that may create collections and spaces. */
export const creationPolicy = {
  /** Takes the role in the organization. */
  createAtTop: ({ role }: Pick<Actor, 'role'>) => atLeast(role, 'create'),
  /** Takes the role on the collection. */
  createInside: (actor: Actor) => atLeast(actor.role, 'create'),
}
