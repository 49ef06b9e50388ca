import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { groupUrl } from './group-url.ts'
import { groupIn, sectionIn } from './parts-of-tree.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { saveStructure } from './save-structure.ts'
import { openStructure } from './structure-resolve.ts'
import { addGroupNode, putIntoGroup } from './tree-changes.ts'
import { viewOneGroup } from './view-one.ts'

export const addSectionGroupToSite = operation(
  'addSectionGroupToSite',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const opened = await openStructure(tx, context, params)
      refuseUnseen('section groups', body)
      const { title, icon = null, parent, sections = [] } = body
      const parentId = parent === undefined ? null : groupIn(opened.tree, parent).id
      const sectionIds = new Set(sections.map((id) => sectionIn(opened.tree, id).id))
      const { tree, added } = addGroupNode(opened.tree, { title, icon, parentId })
      const saved = await saveStructure(tx, context, {
        opened,
        tree: [...sectionIds].reduce(
          (next, id) => putIntoGroup(next, id, added.id),
          tree,
        ),
        change: {
          part: 'site-section-group',
          action: 'added',
          details: { id: added.id, title, sections: [...sectionIds] },
        },
      })
      return new Created(
        await viewOneGroup(tx, context, saved, added.id),
        groupUrl(context.config, params, added.id),
      )
    }),
)
