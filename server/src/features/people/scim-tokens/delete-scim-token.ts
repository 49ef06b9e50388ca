import { actorIn, authorize } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { scimTokenDeleted } from './scim-token-events.ts'
import { scimTokenPolicy } from './scim-token-policy.ts'
import { deleteScimTokenById } from './scim-token-queries.ts'

export const deleteSCIMToken = operation('deleteSCIMToken', async ({ params }, context) =>
  change(context, async (tx) => {
    const actor = await actorIn(tx, context, params.organizationId)
    authorize(scimTokenPolicy.manage(actor), 'delete SCIM tokens', 'the admin role')
    await requireFreshSignIn(tx, context, { tokens: 'allowed' })

    const deleted = await tx.first(deleteScimTokenById, params)
    if (deleted !== undefined) scimTokenDeleted(tx, context, { ...params, ...deleted })
    return undefined
  }),
)
