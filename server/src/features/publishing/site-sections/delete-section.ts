import {
  openPart,
  removeSectionNode,
  saveStructure,
  sectionIn,
} from '#/features/publishing/site-structure/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

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
        happening: { part: 'site-section', deed: 'removed', details: { id, title } },
      })
      return undefined
    }),
)
