import { isDeepStrictEqual } from 'node:util'

import { touchSite } from '#/features/publishing/sites/public.ts'
import { watchVisibility } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { keepFormerPaths } from './keep-former-paths.ts'
import type { SiteTree } from './site-tree.ts'
import { type StructureChange, structureChanged } from './structure-events.ts'
import type { Structure } from './structure-resolve.ts'
import { requireContent } from './tree-changes.ts'
import { writeTree } from './write-tree.ts'

interface Saving {
  readonly opened: Structure
  readonly tree: SiteTree
  readonly change: StructureChange
}

/** Stores a changed tree and emits its event; an unchanged tree emits none. */
export async function saveStructure(
  tx: Transaction,
  context: Context,
  { opened, tree, change }: Saving,
): Promise<Structure> {
  if (isDeepStrictEqual(tree, opened.tree)) return opened
  const { organizationId, siteId } = opened
  requireContent(opened.tree, tree, opened.site)
  const spaceIds = enteringOrLeaving(opened.tree, tree)
  const write = async () => {
    const of = { organizationId, siteId }
    await writeTree(tx, of, opened.tree, tree)
    await keepFormerPaths(tx, of, opened.tree, tree)
    await touchSite(tx, of)
  }
  await (spaceIds.length === 0
    ? write()
    : watchVisibility(tx, { organizationId, spaceIds }, write))
  structureChanged(tx, context, { organizationId, siteId, change })
  return { ...opened, tree }
}

/** The spaces that the change adds to the site or removes from it. */
function enteringOrLeaving(before: SiteTree, after: SiteTree): readonly string[] {
  const one = new Set(before.siteSpaces.map(({ spaceId }) => spaceId))
  const other = new Set(after.siteSpaces.map(({ spaceId }) => spaceId))
  return [...one.symmetricDifference(other)]
}
