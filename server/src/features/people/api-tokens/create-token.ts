import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { makeToken } from './make-token.ts'

export const createUserAPIToken = operation(
  'createUserAPIToken',
  async ({ body }, context) =>
    change(context, async (tx) => {
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      const { label, scopes, organization: organizationId, expiresAt } = body
      return makeToken(tx, context, { label, scopes, organizationId, expiresAt })
    }),
)
