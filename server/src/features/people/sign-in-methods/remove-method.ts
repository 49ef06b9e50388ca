import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { removeMethod } from './change-methods.ts'

export const removeSignInMethod = operation(
  'removeSignInMethod',
  async ({ params: { signInMethodId } }, context) => {
    let cookie: string | undefined
    const done = await change(context, async (tx) => {
      cookie = await removeMethod(tx, context, signInMethodId)
      return undefined
    })
    return cookie === undefined ? done : done.withCookie(cookie)
  },
)
