import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

/** Where collections and spaces may be created. */
export const creationPolicy = {
  /** With the role in the organization. */
  createAtTop: ({ role }: Pick<Actor, 'role'>) => atLeast(role, 'create'),
  /** With the role on the collection. */
  createInside: (actor: Actor) => atLeast(actor.role, 'create'),
}
