import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { resolveMember } from './member-resolve.ts'

/** Nobody has a space yet: the list is there for clients that ask, and is empty. */
export const listSpacesForOrganizationMember = operation(
  'listSpacesForOrganizationMember',
  async (request, context) => {
    const page = readPage(context, request)
    await resolveMember(context.db, context, request.params)
    return page.finish([], { count: 0, keyOf: () => [], view: (space: never) => space })
  },
)
