import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

type Rights = Readonly<{ canEditSomething: boolean }>

export const uploadPolicy = {
  // What uses the upload asks for its own right; this keeps out whoever could never use one.
  create: ({ role }: Pick<Actor, 'role'>, { canEditSomething }: Rights) =>
    atLeast(role, 'edit') || canEditSomething,
}
