import type { Page } from '@lectern/contract/common.ts'
import type { TeamContentPermission } from '@lectern/contract/content-permissions.ts'

import { atHome } from '#/access/content-access.ts'
import { asRole } from '#/access/roles.ts'
import { asTeamRole, viewTeam } from '#/features/people/teams/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { listedInContent, selectTeamGrants } from './permission-queries.ts'
import {
  authorizeList,
  collectionAt,
  type ContentAddress,
  spaceAt,
} from './permission-resolve.ts'

export const listTeamPermissionsInSpace = operation(
  'listTeamPermissionsInSpace',
  async (request, context) =>
    list(context, spaceAt(request.params), readPage(context, request)),
)

export const listTeamPermissionsInCollection = operation(
  'listTeamPermissionsInCollection',
  async (request, context) =>
    list(context, collectionAt(request.params), readPage(context, request)),
)

async function list(
  context: Context,
  { kind, contentId }: ContentAddress,
  page: PageRequest,
): Promise<Page<TeamContentPermission>> {
  const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const { actor, rows, ...counted } = await atHome(
    context,
    kind,
    contentId,
    async (organizationId) => {
      const found = await context.db.many(selectTeamGrants(shape), {
        organizationId,
        callerId: context.caller.userId,
        kind,
        contentId,
        afterId: page.afterText(0),
      })
      return listedInContent(found, 'id', context, organizationId)
    },
  )
  authorizeList(actor, kind)

  // The permissions on a team depend on the role in the organization.
  const inOrganization = { ...actor, role: actor.organizationRole }
  return page.finish(rows, {
    ...counted,
    keyOf: (grant) => [grant.id],
    view: (grant) => ({
      permission: asRole(grant.given),
      team: viewTeam({
        actor: inOrganization,
        team: grant,
        actorTeamRole: asTeamRole(grant.actor_team_role),
      }),
    }),
  })
}
