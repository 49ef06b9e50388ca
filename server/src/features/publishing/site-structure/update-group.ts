import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { groupIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { viewOneGroup } from './view-one.ts'

export const updateSiteSectionGroupById = operation(
  'updateSiteSectionGroupById',
  async ({ params, body: { title, icon } }, context) =>
    change(context, async (tx) => {
      const { opened, part } = await openPart(tx, context, params, (tree) =>
        groupIn(tree, params.siteSectionGroupId),
      )
      const { id } = part
      const fields = {
        ...(title !== undefined && { title }),
        ...(icon !== undefined && { icon }),
      }
      const groups = opened.tree.groups.map((node) =>
        node.id === id ? { ...node, ...fields } : node,
      )
      const saved = await saveStructure(tx, context, {
        opened,
        tree: { ...opened.tree, groups },
        change: {
          part: 'site-section-group',
          action: 'updated',
          details: { id, ...fields },
        },
      })
      return viewOneGroup(tx, context, saved, id)
    }),
)
