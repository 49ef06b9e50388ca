import {
  openPart,
  removeSiteSpaceNode,
  saveStructure,
  siteSpaceIn,
} from '#/features/publishing/site-structure/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

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
        happening: { part: 'site-space', deed: 'removed', details: { id, spaceId } },
      })
      return undefined
    }),
)
