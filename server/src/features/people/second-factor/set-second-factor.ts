import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { setFactor } from './change-second-factor.ts'
import { viewRecoveryCodes } from './recovery-code-view.ts'

export const setSecondFactor = operation(
  'setSecondFactor',
  async ({ body: { offer, code } }, context) => {
    let cookie: string | undefined
    const done = await change(context, async (tx) => {
      const set = await setFactor(tx, context, { offer, code })
      cookie = set.cookie
      return viewRecoveryCodes(set.codes)
    })
    return cookie === undefined ? done : done.withCookie(cookie)
  },
)
