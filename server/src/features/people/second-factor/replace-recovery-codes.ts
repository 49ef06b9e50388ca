import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { replaceCodes } from './change-second-factor.ts'
import { viewRecoveryCodes } from './recovery-code-view.ts'

export const replaceRecoveryCodes = operation(
  'replaceRecoveryCodes',
  async (_request, context) => {
    let cookie: string | undefined
    const done = await change(context, async (tx) => {
      const replaced = await replaceCodes(tx, context)
      cookie = replaced.cookie
      return viewRecoveryCodes(replaced.codes)
    })
    return cookie === undefined ? done : done.withCookie(cookie)
  },
)
