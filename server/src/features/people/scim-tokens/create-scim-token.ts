import { actorIn, authorize } from '#/access/actor.ts'
import { mintScimToken } from '#/access/scim-token.ts'
import { hashOfSecret } from '#/access/secret-form.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import {
  notInTheFuture,
  readExpiry,
  refuseOutliving,
} from '#/features/people/api-tokens/public.ts'
import { lockOrganization } from '#/features/people/organizations/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { tooManyScimTokens } from './scim-token-errors.ts'
import { scimTokenCreated } from './scim-token-events.ts'
import { scimTokenPolicy } from './scim-token-policy.ts'
import { insertScimToken, selectScimTokenFacts } from './scim-token-queries.ts'
import { viewScimToken } from './scim-token-view.ts'

const tokensMax = 10

export const createSCIMToken = operation(
  'createSCIMToken',
  async ({ params: { organizationId }, body: { label, ...body } }, context) =>
    change(context, async (tx) => {
      const actor = await actorIn(tx, context, organizationId)
      authorize(scimTokenPolicy.manage(actor), 'create SCIM tokens', 'the admin role')
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      const expiresAt = readExpiry(body.expiresAt) ?? null
      // The count is read behind the lock, so that two requests never both take the last place.
      const [, found] = await Promise.all([
        tx.first(lockOrganization, { organizationId }),
        tx.first(selectScimTokenFacts, { organizationId, expiresAt }),
        refuseOutliving(tx, context, expiresAt),
      ])
      const facts = written(found)
      if (facts.is_past) throw notInTheFuture()
      if (facts.tokens >= tokensMax) throw tooManyScimTokens(tokensMax)

      const token = { organizationId, scimTokenId: newId(), label, expiresAt }
      const secret = mintScimToken()
      const row = await tx.first(insertScimToken, {
        ...token,
        hash: hashOfSecret(secret),
        createdBy: actor.userId,
      })
      scimTokenCreated(tx, context, token)
      const { PUBLIC_URL } = context.config
      return new Created(
        {
          ...viewScimToken(written(row)),
          token: secret,
          url: `${PUBLIC_URL}/scim/v2/${organizationId}`,
        },
        `${PUBLIC_URL}/v1/orgs/${organizationId}/scim-tokens/${token.scimTokenId}`,
      )
    }),
)
