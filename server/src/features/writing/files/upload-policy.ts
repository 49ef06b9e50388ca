import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

type Rights = Readonly<{ canEditSomething: boolean }>

export const uploadPolicy = {
  // Each use of an upload checks a permission of its own; this one keeps out callers who could
  // never use an upload.
  create: ({ role }: Pick<Actor, 'role'>, { canEditSomething }: Rights) =>
    atLeast(role, 'edit') || canEditSomething,
}
