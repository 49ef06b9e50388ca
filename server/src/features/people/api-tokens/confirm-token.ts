import { actorIn } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { ssoRequired } from '#/access/sso-door.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { confirmToken } from './token-queries.ts'
import { viewToken } from './token-view.ts'

/** Lets a token of the caller pass the door of an organization. A token never vouches for another. */
export const confirmOrganizationAPIToken = operation(
  'confirmOrganizationAPIToken',
  async ({ params: { organizationId, tokenId } }, context) =>
    change(context, async (tx) => {
      const { caller } = context
      await actorIn(tx, context, organizationId)
      if (caller.session !== undefined && caller.provenFor !== organizationId) {
        throw ssoRequired(organizationId)
      }
      await requireFreshSignIn(tx, context, { tokens: 'refused' })
      const accountId = caller.userId
      const row = await tx.first(confirmToken, { accountId, tokenId, organizationId })
      if (row === undefined) throw notFound('token', tokenId)
      return viewToken(row)
    }),
)
