import { operation } from '#/platform/http/operation.ts'

import { methodsOf } from './methods.ts'

export const listSignInMethods = operation(
  'listSignInMethods',
  async (_request, { db, config, caller }) => ({
    items: await methodsOf(db, config, caller.userId),
  }),
)
