import { type Actor, actorFrom, authorize, requireVersion } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { agentInstructionsPolicy } from './agent-instructions-policy.ts'
import {
  type AgentInstructionsRow,
  selectAgentInstructions,
  upsertAgentInstructions,
} from './agent-instructions-queries.ts'
import { viewAgentInstructions } from './agent-instructions-view.ts'
import { checkInstructions } from './check-instructions.ts'
import { agentInstructionsUpdated } from './organization-events.ts'
import { lockOrganization } from './organization-queries.ts'

export const getOrganizationAgentInstructions = operation(
  'getOrganizationAgentInstructions',
  async ({ params: { organizationId } }, context) => {
    const { actor, row } = await resolve(context.db, context, organizationId)
    authorize(
      agentInstructionsPolicy.view(actor),
      'read the instructions for agents',
      'a role in the organization',
    )

    return versioned(row.version, [], () =>
      viewAgentInstructions(row, organizationId, context),
    )
  },
)

export const updateOrganizationAgentInstructions = operation(
  'updateOrganizationAgentInstructions',
  async ({ params: { organizationId }, body: { instructions } }, context) => {
    await checkInstructions(context, instructions)
    return change(context, async (tx) => {
      // The row of the organization is the lock: the row of the instructions may not exist yet.
      const [, { actor, row }] = await Promise.all([
        tx.first(lockOrganization, { organizationId }),
        resolve(tx, context, organizationId),
      ])
      authorize(
        agentInstructionsPolicy.update(actor),
        'change the instructions for agents',
        'the admin role',
      )
      requireVersion(context, row.version, 'document')

      const updated = await tx.first(upsertAgentInstructions, {
        organizationId,
        document: JSON.stringify(instructions),
        updatedBy: actor.userId,
      })
      const { version } = written(updated)
      agentInstructionsUpdated(tx, context, { organizationId, version })
      return viewAgentInstructions(written(updated), organizationId, context)
    })
  },
)

async function resolve(
  db: Queryable,
  context: Context,
  organizationId: string,
): Promise<{ actor: Actor; row: AgentInstructionsRow }> {
  const callerId = context.caller.userId
  const row = await db.first(selectAgentInstructions, { organizationId, callerId })
  if (row === undefined) throw notFound('organization', organizationId)
  return { actor: actorFrom(row, context, organizationId), row }
}
