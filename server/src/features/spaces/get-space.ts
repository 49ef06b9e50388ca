import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { resolveSpace } from './space-resolve.ts'
import { seenAs, viewSpace } from './space-view.ts'

export const getSpaceById = operation(
  'getSpaceById',
  async ({ params: { spaceId } }, context) => {
    const found = await resolveSpace(context.db, context, spaceId)

    return versioned(found.space.version, seenAs(found), () => viewSpace(found, context))
  },
)
