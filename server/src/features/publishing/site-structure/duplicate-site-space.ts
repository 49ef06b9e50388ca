import { siteUrls } from '#/features/writing/publications/public.ts'
import { prepareCopy, writeCopy } from '#/features/writing/spaces/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { addCopyNode } from './add-copy.ts'
import { siteSpaceIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { authorizeChange, openPart, readStructure } from './structure-resolve.ts'
import { viewOneSiteSpace } from './view-one.ts'

export const duplicateSiteSpace = operation(
  'duplicateSiteSpace',
  async ({ params, body }, context) => {
    const { organizationId, siteId, siteSpaceId } = params
    const seen = await readStructure(context.db, context, params)
    const { spaceId } = siteSpaceIn(seen.tree, siteSpaceId)
    authorizeChange(seen)
    refuseUnseen('site-spaces', body)
    const copy = await prepareCopy(context, spaceId)

    return change(context, async (tx) => {
      // The space is written first, because rows of content are locked before sites.
      const { space } = await writeCopy(tx, context, copy)
      const { opened, part } = await openPart(tx, context, params, (tree) =>
        siteSpaceIn(tree, siteSpaceId),
      )
      if (part.spaceId !== spaceId) throw notFound('site-space', siteSpaceId)
      const shown = { id: copy.copyId, title: space.title }
      const { tree, added } = addCopyNode(opened.tree, part, shown)
      const saved = await saveStructure(tx, context, {
        opened,
        tree,
        change: {
          part: 'site-space',
          action: 'added',
          details: { id: added.id, spaceId: shown.id, section: added.sectionId },
        },
      })
      const location = siteUrls.location(context.config, organizationId, siteId)
      return new Created(
        await viewOneSiteSpace(tx, context, saved, added.id),
        `${location}/site-spaces/${added.id}`,
      )
    })
  },
)
