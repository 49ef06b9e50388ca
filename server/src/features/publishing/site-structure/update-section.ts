import type { Operations } from '@lectern/contract/operations.ts'

import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { groupIn, sectionIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { storedCondition } from './site-conditions.ts'
import { chosenPath, takenBySections } from './site-paths.ts'
import { notOfSection } from './structure-errors.ts'
import { openPart } from './structure-resolve.ts'
import { putInto } from './tree-changes.ts'
import { viewOneSection } from './view-one.ts'

export const updateSiteSectionById = operation(
  'updateSiteSectionById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { opened, part: section } = await openPart(tx, context, params, (tree) =>
        sectionIn(tree, params.siteSectionId),
      )
      refuseUnseen('sections', body)
      const { siteSectionGroupId: group } = body
      const fields = fieldsOf(opened.tree, section.id, body)
      const sections = opened.tree.sections.map((node) =>
        node.id === section.id ? { ...node, ...fields } : node,
      )
      const changed = { ...opened.tree, sections }
      const groupId = group ? groupIn(changed, group).id : null
      const saved = await saveStructure(tx, context, {
        opened,
        tree: group === undefined ? changed : putInto(changed, section, groupId),
        change: {
          part: 'site-section',
          action: 'updated',
          details: {
            id: section.id,
            ...fields,
            ...(group !== undefined && { sectionGroup: group }),
          },
        },
      })
      return viewOneSection(tx, context, saved, section.id)
    }),
)

type Body = Operations['updateSiteSectionById']['body']
type Tree = Parameters<typeof takenBySections>[0]

/** The given fields in the form in which they are stored. */
function fieldsOf(tree: Tree, sectionId: string, body: Body) {
  const { title, path, defaultSiteSpace, condition, icon, description } = body
  if (defaultSiteSpace !== undefined) {
    const known = tree.siteSpaces.find(({ id }) => id === defaultSiteSpace)
    if (known?.sectionId !== sectionId || !known.isShown) {
      throw notOfSection(defaultSiteSpace)
    }
  }
  return {
    ...(title !== undefined && { title }),
    ...(path !== undefined && {
      path: chosenPath(path, takenBySections(tree, sectionId)),
    }),
    ...(defaultSiteSpace !== undefined && { defaultSiteSpaceId: defaultSiteSpace }),
    ...(condition !== undefined && { condition: storedCondition(condition) }),
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && {
      description: description === '' ? null : description,
    }),
  }
}
