import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { changePassword } from './change-methods.ts'
import { requirePassword } from './password-rules.ts'

export const setPassword = operation('setPassword', async ({ body }, context) => {
  const password = requirePassword(body.password)
  // Before the hash, which is dear, and once more with the change.
  await requireFreshSignIn(context.db, context, { tokens: 'refused' })
  const hash = await context.passwords.hash(password)
  let cookie: string | undefined
  const done = await change(context, async (tx) => {
    cookie = await changePassword(tx, context, hash)
    return undefined
  })
  return cookie === undefined ? done : done.withCookie(cookie)
})
