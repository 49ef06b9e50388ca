import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { groupIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { putGroupInto } from './tree-changes.ts'
import { viewOneGroup } from './view-one.ts'

export const updateSiteSectionGroupById = operation(
  'updateSiteSectionGroupById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { opened, part } = await openPart(tx, context, params, (tree) =>
        groupIn(tree, params.siteSectionGroupId),
      )
      refuseUnseen('section groups', body)
      const { id } = part
      const { title, icon, parentSectionGroupId: parent } = body
      const fields = {
        ...(title !== undefined && { title }),
        ...(icon !== undefined && { icon }),
      }
      const groups = opened.tree.groups.map((node) =>
        node.id === id ? { ...node, ...fields } : node,
      )
      const changed = { ...opened.tree, groups }
      const parentId = parent ? groupIn(changed, parent).id : null
      const saved = await saveStructure(tx, context, {
        opened,
        tree: parent === undefined ? changed : putGroupInto(changed, part, parentId),
        change: {
          part: 'site-section-group',
          action: 'updated',
          details: { id, ...fields, ...(parent !== undefined && { parent }) },
        },
      })
      return viewOneGroup(tx, context, saved, id)
    }),
)
