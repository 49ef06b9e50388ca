import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { containsPattern } from '#/platform/database/pattern.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { type MemberListShape, selectMembers } from './member-list-query.ts'
import { memberPolicy } from './member-policy.ts'
import { viewMember } from './member-view.ts'

export const listMembersInOrganizationById = operation(
  'listMembersInOrganizationById',
  async (request, context) => {
    const { organizationId } = request.params
    const { sort = 'joinedAt', order = 'desc', role, search = '' } = request.query
    const page = readPage(context, request)
    const shape: MemberListShape = {
      sort,
      order,
      role: role !== undefined,
      search: howToSearch(search),
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    }
    const found = await context.db.many(selectMembers(shape), {
      organizationId,
      callerId: context.caller.userId,
      role,
      search,
      searchPattern: containsPattern(search),
      afterTime: page.afterText(0),
      afterId: page.afterText(1),
    })
    const { actor, rows, ...counted } = listed(found, 'user_id', context, organizationId)
    authorize(memberPolicy.list(actor), 'list members', 'a role in the organization')

    return page.finish(rows, {
      ...counted,
      keyOf: (member) => [
        sort === 'joinedAt' ? member.joined_at : member.last_seen_at,
        member.user_id,
      ],
      view: (member) => viewMember(member, context),
    })
  },
)

/** How to search for the text: the trigram index needs three letters or digits in a row. */
function howToSearch(text: string): MemberListShape['search'] {
  if (text === '') return 'none'
  return /[\p{L}\p{N}]{3}/u.test(text) ? 'index' : 'scan'
}
