import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteSpaceIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { openPart } from './structure-resolve.ts'
import { removeSiteSpaceNode } from './tree-changes.ts'

export const deleteSiteSpaceById = operation(
  'deleteSiteSpaceById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { opened, part } = await openPart(tx, context, params, (tree) =>
        siteSpaceIn(tree, params.siteSpaceId),
      )
      const { id, spaceId } = part
      await saveStructure(tx, context, {
        opened,
        tree: removeSiteSpaceNode(opened.tree, part),
        change: { part: 'site-space', action: 'removed', details: { id, spaceId } },
      })
      return undefined
    }),
)
