import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { groupIn, sectionIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { takeOutOfGroup } from './tree-changes.ts'

export const removeSectionFromGroup = operation(
  'removeSectionFromGroup',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { opened, part } = await openPart(tx, context, params, (tree) => ({
        group: groupIn(tree, params.siteSectionGroupId),
        section: sectionIn(tree, params.siteSectionId),
      }))
      const { group, section } = part
      const { id } = section
      if (section.groupId !== group.id) return undefined
      await saveStructure(tx, context, {
        opened,
        tree: takeOutOfGroup(opened.tree, id, group),
        change: {
          part: 'site-section',
          action: 'moved',
          details: { id, sectionGroup: group.parentId },
        },
      })
      return undefined
    }),
)
