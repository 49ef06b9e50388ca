import {
  groupIn,
  openPart,
  saveStructure,
  sectionIn,
  takeOutOfGroup,
} from '#/features/publishing/site-structure/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

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
        happening: {
          part: 'site-section',
          deed: 'moved',
          details: { id, sectionGroup: group.parentId },
        },
      })
      return undefined
    }),
)
