import { siteUrls } from '#/features/writing/publications/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { groupIn, linkIn } from './parts-of-tree.ts'
import { saveStructure } from './save-structure.ts'
import { storedCondition } from './site-conditions.ts'
import { openPart, openStructure } from './structure-resolve.ts'
import { viewLink } from './structure-view.ts'
import { addLinkNode, putInto } from './tree-changes.ts'

const part = 'site-external-link'

export const addExternalLinkToSite = operation(
  'addExternalLinkToSite',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const opened = await openStructure(tx, context, params)
      const { title, url, parent } = body
      const { tree, added } = addLinkNode(opened.tree, {
        groupId: parent === undefined ? null : groupIn(opened.tree, parent).id,
        title,
        url,
        description: body.description ?? null,
        icon: body.icon ?? null,
        draft: body.draft ?? false,
        condition: storedCondition(body.condition ?? null),
      })
      const { id } = added
      const details = { id, title, url }
      await saveStructure(tx, context, {
        opened,
        tree,
        change: { part, action: 'added', details },
      })
      const { organizationId, siteId } = params
      const site = siteUrls.location(context.config, organizationId, siteId)
      return new Created(viewLink(added), `${site}/external-links/${id}`)
    }),
)

export const updateSiteExternalLinkById = operation(
  'updateSiteExternalLinkById',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const { opened, part: link } = await openPart(tx, context, params, (tree) =>
        linkIn(tree, params.siteExternalLinkId),
      )
      const { id } = link
      const { parent, condition, ...given } = body
      const fields = {
        ...pick(given),
        ...(condition !== undefined && { condition: storedCondition(condition) }),
      }
      const links = opened.tree.links.map((node) =>
        node.id === id ? { ...node, ...fields } : node,
      )
      const changed = { ...opened.tree, links }
      const groupId = parent ? groupIn(changed, parent).id : null
      const saved = await saveStructure(tx, context, {
        opened,
        tree: parent === undefined ? changed : putInto(changed, link, groupId),
        change: {
          part,
          action: 'updated',
          details: { id, ...fields, ...(parent !== undefined && { parent }) },
        },
      })
      return viewLink(linkIn(saved.tree, id))
    }),
)

export const deleteSiteExternalLinkById = operation(
  'deleteSiteExternalLinkById',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { opened, part: link } = await openPart(tx, context, params, (tree) =>
        linkIn(tree, params.siteExternalLinkId),
      )
      const { id, title } = link
      const links = opened.tree.links.filter((node) => node.id !== id)
      await saveStructure(tx, context, {
        opened,
        tree: { ...opened.tree, links },
        change: { part, action: 'removed', details: { id, title } },
      })
      return undefined
    }),
)

interface Given {
  readonly title?: string
  readonly url?: string
  readonly description?: string | null
  readonly icon?: string | null
  readonly draft?: boolean
}

/** The fields that a body names, and no others. */
function pick({ title, url, description, icon, draft }: Given) {
  return {
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(draft !== undefined && { draft }),
  }
}
