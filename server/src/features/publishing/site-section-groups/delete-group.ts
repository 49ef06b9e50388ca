import {
  groupIn,
  openPart,
  removeGroupNode,
  saveStructure,
} from '#/features/publishing/site-structure/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

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
        happening: {
          part: 'site-section-group',
          deed: 'removed',
          details: { id, title },
        },
      })
      return undefined
    }),
)
