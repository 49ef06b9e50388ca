import { siteUrls } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { saveStructure } from './save-structure.ts'
import { openStructureFor } from './structure-resolve.ts'
import { addSectionNode } from './tree-changes.ts'
import { viewOneSection } from './view-one.ts'

export const addSectionToSite = operation(
  'addSectionToSite',
  async ({ params, body: { spaceId, title = null, icon = null } }, context) =>
    change(context, async (tx) => {
      const { space, ...opened } = await openStructureFor(tx, context, params, spaceId)
      const { tree, added } = addSectionNode(opened.tree, { space, title, icon })
      const saved = await saveStructure(tx, context, {
        opened,
        tree,
        change: {
          part: 'site-section',
          action: 'added',
          details: { id: added.id, title: added.title, spaceId },
        },
      })
      const { organizationId, siteId } = params
      return new Created(
        await viewOneSection(tx, context, saved, added.id),
        `${siteUrls.location(context.config, organizationId, siteId)}/sections/${added.id}`,
      )
    }),
)
