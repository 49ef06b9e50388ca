import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { selectInviteLinks } from './invite-link-queries.ts'
import { viewInviteLink } from './invite-link-view.ts'
import { invitePolicy } from './invite-policy.ts'

export const listOrganizationInviteLinks = operation(
  'listOrganizationInviteLinks',
  async (request, context) => {
    const { organizationId } = request.params
    const page = readPage(context, request)
    const found = await context.db.many(
      selectInviteLinks({ after: page.after !== undefined, rowsMax: page.rowsMax }),
      {
        organizationId,
        callerId: context.caller.userId,
        afterId: page.afterText(0),
      },
    )
    const { actor, rows, count } = listed(found, 'id', context, organizationId)
    authorize(invitePolicy.manage(actor), 'list invite links', 'the admin role')

    return page.finish(rows, {
      count,
      keyOf: (link) => [link.id],
      view: (link) => viewInviteLink(actor, link),
    })
  },
)
