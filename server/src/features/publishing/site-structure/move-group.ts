import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { movePart } from './move-part.ts'
import { viewOneGroup } from './view-one.ts'

export const moveSiteSectionGroup = operation(
  'moveSiteSectionGroup',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const item = { type: 'site-section-group', id: params.siteSectionGroupId } as const
      const position = body?.position ?? {}
      const moved = await movePart(tx, context, params, { item, position })
      return viewOneGroup(tx, context, moved, item.id)
    }),
)
