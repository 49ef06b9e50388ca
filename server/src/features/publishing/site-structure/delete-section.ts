import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { sectionIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { removeSectionNode } from './tree-changes.ts'

export const deleteSiteSectionById = operation(
  'deleteSiteSectionById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { opened, part } = await openPart(tx, context, params, (tree) =>
        sectionIn(tree, params.siteSectionId),
      )
      const { id, title } = part
      await saveStructure(tx, context, {
        opened,
        tree: removeSectionNode(opened.tree, id),
        change: { part: 'site-section', action: 'removed', details: { id, title } },
      })
      return undefined
    }),
)
