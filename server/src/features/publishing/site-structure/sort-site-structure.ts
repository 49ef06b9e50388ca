import type {
  SiteStructureItem,
  SiteStructurePointer,
} from '@lectern/contract/site-structure.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { movePart } from './move-part.ts'
import { linkIn } from './parts-of-tree.ts'
import type { Structure } from './structure-resolve.ts'
import { viewLink } from './structure-view.ts'
import { viewOneGroup, viewOneSection, viewOneSiteSpace } from './view-one.ts'

export const sortSiteStructure = operation(
  'sortSiteStructure',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const moved = await movePart(tx, context, params, body)
      return viewItem(tx, context, moved, body.item)
    }),
)

async function viewItem(
  tx: Transaction,
  context: Context,
  structure: Structure,
  { type, id }: SiteStructurePointer,
): Promise<SiteStructureItem> {
  if (type === 'site-space') return viewOneSiteSpace(tx, context, structure, id)
  if (type === 'site-external-link') return viewLink(linkIn(structure.tree, id))
  return type === 'site-section'
    ? viewOneSection(tx, context, structure, id)
    : viewOneGroup(tx, context, structure, id)
}
