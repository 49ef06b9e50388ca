import { operation } from '#/platform/http/operation.ts'

import { emailChangeOf } from './email-change-view.ts'

export const getEmailChange = operation(
  'getEmailChange',
  async (_request, { db, caller }) => emailChangeOf(db, caller.userId),
)
