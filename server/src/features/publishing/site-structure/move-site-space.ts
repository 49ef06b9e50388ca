import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { movePart } from './move-part.ts'
import { viewOneSiteSpace } from './view-one.ts'

export const moveSiteSpace = operation(
  'moveSiteSpace',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { before, after } = body?.position ?? {}
      const item = { type: 'site-space', id: params.siteSpaceId } as const
      const moved = await movePart(tx, context, params, {
        item,
        position: {
          before: before && { type: before.type, id: before.siteSpace },
          after: after && { type: after.type, id: after.siteSpace },
        },
      })
      return viewOneSiteSpace(tx, context, moved, item.id)
    }),
)
