import { listed } from '#/access/list-for-caller.ts'
import { type Role, roleOfRank } from '#/access/roles.ts'
import { listedFor } from '#/content-store/nodes/public.ts'
import { memberPolicy } from '#/features/people/members/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectSpacesOfMember } from './member-spaces-query.ts'
import { viewSpace } from './space-view.ts'

export const listSpacesForOrganizationMember = operation(
  'listSpacesForOrganizationMember',
  async (request, context) => {
    const { organizationId, userId } = request.params
    const { order = 'desc' } = request.query
    const page = readPage(context, request)
    const shape = { order, after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectSpacesOfMember(shape), {
      organizationId,
      callerId: context.caller.userId,
      userId,
      afterId: page.afterText(0),
    })
    const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
    if (counted.parentIsMissing || !memberPolicy.view(actor, userId)) {
      throw notFound('member', userId)
    }

    return page.finish(rows, {
      ...counted,
      keyOf: (space) => [space.id],
      view: (space) => ({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only spaces with a given role are listed
        permission: roleOfRank(space.member_rank) as Role,
        space: viewSpace(
          { actor: listedFor(space, context, organizationId), space },
          context,
        ),
      }),
    })
  },
)
