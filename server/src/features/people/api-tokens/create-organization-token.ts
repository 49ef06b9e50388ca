import { actorIn, authorize } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { makeToken } from './make-token.ts'
import { noEmergencyTokenFromAnother } from './token-errors.ts'
import { emergencyTokenCreated } from './token-events.ts'
import { tokenPolicy } from './token-policy.ts'

export const createOrganizationAPIToken = operation(
  'createOrganizationAPIToken',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const { caller } = context
      const actor = await actorIn(tx, context, organizationId)
      const { label, scopes, expiresAt, forEmergencies: breaksGlass = false } = body
      if (breaksGlass) {
        authorize(
          tokenPolicy.makeForEmergencies(actor),
          'make tokens for emergencies',
          'the admin role',
        )
        if (caller.breaksGlassOf !== undefined) throw noEmergencyTokenFromAnother()
      }
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      // A token never vouches for another.
      const isVouchedFor =
        caller.session !== undefined && caller.provenFor === organizationId
      const provenFor = isVouchedFor ? organizationId : undefined
      const limits = { label, scopes, expiresAt, organizationId }
      const created = await makeToken(tx, context, { ...limits, provenFor, breaksGlass })
      if (breaksGlass) {
        const tokenId = created.body.id
        emergencyTokenCreated(tx, context, { organizationId, tokenId, label })
      }
      return created
    }),
)
