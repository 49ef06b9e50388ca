import { siteUrls } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { groupIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { openStructureFor } from './structure-resolve.ts'
import { addSectionNode, putInto } from './tree-changes.ts'
import { viewOneSection } from './view-one.ts'

export const addSectionToSite = operation(
  'addSectionToSite',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { spaceId, title = null, icon = null } = body
      const { space, ...opened } = await openStructureFor(tx, context, params, spaceId)
      refuseUnseen('sections', body)
      const { siteSectionGroupId = null } = body
      const groupId =
        siteSectionGroupId === null ? null : groupIn(opened.tree, siteSectionGroupId).id
      const { tree, added } = addSectionNode(opened.tree, { space, title, icon })
      const saved = await saveStructure(tx, context, {
        opened,
        tree: putInto(tree, added, groupId),
        change: {
          part: 'site-section',
          action: 'added',
          details: {
            id: added.id,
            title: added.title,
            spaceId,
            ...(groupId !== null && { sectionGroup: groupId }),
          },
        },
      })
      const { organizationId, siteId } = params
      return new Created(
        await viewOneSection(tx, context, saved, added.id),
        `${siteUrls.location(context.config, organizationId, siteId)}/sections/${added.id}`,
      )
    }),
)
