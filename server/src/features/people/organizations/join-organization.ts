import { actorFrom } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'
import { addMember } from '#/features/people/members/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { emailDomainNotAllowed } from './organization-errors.ts'
import { memberJoined } from './organization-events.ts'
import { selectOrganizationToJoin } from './organization-queries.ts'

export const joinOrganization = operation(
  'joinOrganization',
  async ({ params: { organizationId } }, context) =>
    change(context, async (tx) => {
      const { userId } = context.caller
      const found = await tx.first(selectOrganizationToJoin, {
        organizationId,
        callerId: userId,
      })
      if (found === undefined) throw notFound('organization', organizationId)
      if (found.user_id !== null) {
        // Joining twice succeeds, unless the membership is suspended.
        actorFrom(found, context, organizationId)
        return undefined
      }
      // The specification tells 400 from 404: a caller who knows the id of an organization can
      // learn that it exists.
      if (!found.is_allowed) throw emailDomainNotAllowed(organizationId)

      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the roles
      const role = found.default_role as Role | null
      const isNew = await addMember(tx, { organizationId, userId, role, sso: false })
      if (isNew) memberJoined(tx, context, { organizationId, userId, role })
      return undefined
    }),
)
