import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { findVisibleUser } from './find-user.ts'
import { selectUser, type UserRow } from './user-queries.ts'
import { viewUser } from './user-view.ts'

export const getAuthenticatedUser = operation(
  'getAuthenticatedUser',
  async (_request, context) => {
    const { userId } = context.caller
    return answer(await context.db.first(selectUser, { userId }), userId, context)
  },
)

export const getUserById = operation(
  'getUserById',
  async ({ params: { userId } }, context) => {
    const { caller } = context
    // A visitor sees no users: renderers ask for the people whom pages name, and leave out a person
    // who is not found.
    if (isVisitor(caller)) throw notFound('user', userId)
    const asUser = { ...context, caller }
    return answer(await findVisibleUser(context.db, asUser, userId), userId, asUser)
  },
)

function answer(user: UserRow | undefined, userId: string, context: Context) {
  if (user === undefined) throw notFound('user', userId)
  return versioned(user.version, [user.email], () => viewUser(user, context))
}
