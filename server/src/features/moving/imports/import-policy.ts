import type { ContentActor } from '#/access/content-access.ts'
import { atLeast } from '#/access/roles.ts'

export const importPolicy = {
  run: (actor: ContentActor) => atLeast(actor.role, 'edit'),
}
