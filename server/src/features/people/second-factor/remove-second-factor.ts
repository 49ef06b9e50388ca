import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { removeFactor } from './change-second-factor.ts'

export const removeSecondFactor = operation(
  'removeSecondFactor',
  async (_request, context) => {
    let cookie: string | undefined
    const done = await change(context, async (tx) => {
      cookie = await removeFactor(tx, context)
      return undefined
    })
    return cookie === undefined ? done : done.withCookie(cookie)
  },
)
