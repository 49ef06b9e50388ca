import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { groupUrl } from './group-url.ts'
import { groupIn, sectionIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { putIntoGroup } from './tree-changes.ts'
import { viewOneGroup } from './view-one.ts'

export const addSectionToGroup = operation(
  'addSectionToGroup',
  async ({ params, body: { sectionId } }, context) =>
    change(context, async (tx) => {
      const { opened, part: group } = await openPart(tx, context, params, (tree) =>
        groupIn(tree, params.siteSectionGroupId),
      )
      const { id } = sectionIn(opened.tree, sectionId)
      const saved = await saveStructure(tx, context, {
        opened,
        tree: putIntoGroup(opened.tree, id, group.id),
        change: {
          part: 'site-section',
          action: 'moved',
          details: { id, sectionGroup: group.id },
        },
      })
      return new Created(
        await viewOneGroup(tx, context, saved, group.id),
        groupUrl(context.config, params, group.id),
      )
    }),
)
