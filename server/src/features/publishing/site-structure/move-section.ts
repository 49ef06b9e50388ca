import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { movePart } from './move-part.ts'
import { viewOneSection } from './view-one.ts'

export const moveSiteSection = operation(
  'moveSiteSection',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { before, after } = body?.position ?? {}
      const item = { type: 'site-section', id: params.siteSectionId } as const
      const moved = await movePart(tx, context, params, {
        item,
        position: {
          before: before && { type: before.type, id: before.siteSection },
          after: after && { type: after.type, id: after.siteSection },
        },
      })
      return viewOneSection(tx, context, moved, item.id)
    }),
)
