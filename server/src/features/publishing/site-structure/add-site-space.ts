import { siteUrls } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { refuseOwnTitle, refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { openStructureFor } from './structure-resolve.ts'
import { addSiteSpaceNode, sectionForNew } from './tree-changes.ts'
import { viewOneSiteSpace } from './view-one.ts'

export const addSpaceToSite = operation(
  'addSpaceToSite',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { spaceId, sectionId, title } = body
      const { space, ...opened } = await openStructureFor(tx, context, params, spaceId)
      refuseUnseen('site-spaces', body)
      refuseOwnTitle(title, space.title)
      const section = sectionForNew(opened.tree, sectionId)
      const { tree, added } = addSiteSpaceNode(opened.tree, space, section)
      const saved = await saveStructure(tx, context, {
        opened,
        tree,
        change: {
          part: 'site-space',
          action: 'added',
          details: { id: added.id, spaceId, section },
        },
      })
      const { organizationId, siteId } = params
      return new Created(
        await viewOneSiteSpace(tx, context, saved, added.id),
        `${siteUrls.location(context.config, organizationId, siteId)}/site-spaces/${added.id}`,
      )
    }),
)
