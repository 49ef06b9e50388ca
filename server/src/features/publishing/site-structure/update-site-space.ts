import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteSpaceIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { storedCondition } from './site-conditions.ts'
import { chosenPath, takenBySiteSpaces } from './site-paths.ts'
import { openPart, spaceToShow } from './structure-resolve.ts'
import { viewOneSiteSpace } from './view-one.ts'

export const updateSiteSpaceById = operation(
  'updateSiteSpaceById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { path, condition, spaceId } = body
      // The space is locked first, because rows of content are locked before sites.
      const [space, { opened, part }] = await Promise.all([
        spaceId === undefined ? undefined : spaceToShow(tx, context, params, spaceId),
        openPart(tx, context, params, (tree) => siteSpaceIn(tree, params.siteSpaceId)),
      ])
      if (spaceId !== undefined && space === undefined) throw notFound('space', spaceId)
      refuseUnseen('site-spaces', body)
      const { id, sectionId } = part
      const taken = takenBySiteSpaces(opened.tree, sectionId, id)
      const fields = {
        ...(path !== undefined && { path: chosenPath(path, taken) }),
        ...(condition !== undefined && { condition: storedCondition(condition) }),
        ...(space !== undefined && { spaceId: space.id, title: space.title }),
      }
      const siteSpaces = opened.tree.siteSpaces.map((node) =>
        node.id === id ? { ...node, ...fields } : node,
      )
      const saved = await saveStructure(tx, context, {
        opened,
        tree: { ...opened.tree, siteSpaces },
        change: {
          part: 'site-space',
          action: 'updated',
          details: { id, ...fields },
        },
      })
      return viewOneSiteSpace(tx, context, saved, id)
    }),
)
