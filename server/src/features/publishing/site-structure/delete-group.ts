import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { groupIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { removeGroupNode } from './tree-changes.ts'

export const deleteSiteSectionGroupById = operation(
  'deleteSiteSectionGroupById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { opened, part: group } = await openPart(tx, context, params, (tree) =>
        groupIn(tree, params.siteSectionGroupId),
      )
      const { id, title } = group
      await saveStructure(tx, context, {
        opened,
        tree: removeGroupNode(opened.tree, group),
        change: {
          part: 'site-section-group',
          action: 'removed',
          details: { id, title },
        },
      })
      return undefined
    }),
)
