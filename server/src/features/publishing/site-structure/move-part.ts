import type { SiteStructurePointer } from '@lectern/contract/site-structure.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { moveItem, type Position } from './move-item.ts'
import { partIn } from './parts-of-tree.ts'
import { readsLinks } from './reads-links.ts'
import { saveStructure } from './save-structure.ts'
import { openPart, type Structure } from './structure-resolve.ts'

interface Move {
  readonly item: SiteStructurePointer
  readonly position: Position
}

/** Moves one part of a site and returns the new structure. */
export async function movePart(
  tx: Transaction,
  context: Context,
  site: OfSite,
  { item, position }: Move,
): Promise<Structure> {
  const { opened } = await openPart(tx, context, site, (tree) => partIn(tree, item))
  return saveStructure(tx, context, {
    opened,
    tree: moveItem(opened.tree, item, { ...position, passesLinks: !readsLinks(context) }),
    change: { part: item.type, action: 'moved', details: { id: item.id } },
  })
}
