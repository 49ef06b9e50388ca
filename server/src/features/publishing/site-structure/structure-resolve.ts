import { type Actor, authorize } from '#/access/actor.ts'
import { lockSite, seenByCaller, sitePolicy } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { readSpace } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import type { SiteTree } from './site-tree.ts'
import { lockSpaceToShow, selectStructure } from './structure-queries.ts'
import type { ShownSpace } from './tree-changes.ts'

/** The columns of a site that decide the URLs of its parts. */
export interface StructuredSite {
  readonly id: string
  readonly basename: string
  readonly hostname: string | null
  readonly hostname_live: boolean
  readonly organization_hostname: string
  readonly published: boolean
  readonly visibility: string
}

/** The parts of a site as read for one caller, who may see the site. */
export interface Structure extends OfSite {
  readonly actor: Actor
  readonly site: StructuredSite
  readonly tree: SiteTree
}

/** The structure and the caller as an actor; refuses callers who may not see the site. */
export async function readStructure(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, siteId }: OfSite,
): Promise<Structure> {
  const callerId = context.caller.userId
  const found = await db.first(selectStructure, { organizationId, callerId, siteId })
  const of = { organizationId, siteId }
  const { actor, row } = await seenByCaller(db, context, of, found)
  const tree: SiteTree = {
    defaultSectionId: row.default_section_id,
    defaultSiteSpaceId: row.default_site_space_id,
    groups: row.groups,
    sections: row.sections,
    links: row.links,
    siteSpaces: row.site_spaces,
  }
  return { organizationId, siteId, actor, site: row, tree }
}

/**
 * Locks the structure for a change until the transaction ends; refuses callers who may not change
 * it.
 */
export async function openStructure(
  tx: Transaction,
  context: Context,
  of: OfSite,
): Promise<Structure> {
  const found = await lockStructure(tx, context, of)
  authorizeChange(found)
  return found
}

/**
 * Locks the structure for a change of one part: a missing part is refused before a missing
 * permission.
 */
export async function openPart<Part>(
  tx: Transaction,
  context: Context,
  of: OfSite,
  find: (tree: SiteTree) => Part,
): Promise<{ readonly opened: Structure; readonly part: Part }> {
  const opened = await lockStructure(tx, context, of)
  const part = find(opened.tree)
  authorizeChange(opened)
  return { opened, part }
}

async function lockStructure(
  tx: Transaction,
  context: Context,
  { organizationId, siteId }: OfSite,
): Promise<Structure> {
  const [, found] = await Promise.all([
    lockSite(tx, context, organizationId, siteId),
    readStructure(tx, context, { organizationId, siteId }),
  ])
  return found
}

export function authorizeChange({ actor }: Structure): void {
  authorize(
    sitePolicy.structure(actor),
    'change the structure of this site',
    'the create role',
  )
}

/** Locks a space that is to be shown on a site; undefined if the caller may not see it. */
export async function spaceToShow(
  tx: Transaction,
  context: Context,
  { organizationId }: OfSite,
  spaceId: string,
): Promise<ShownSpace | undefined> {
  const callerId = context.caller.userId
  const [, read] = await Promise.all([
    tx.first(lockSpaceToShow, { organizationId, callerId, spaceId }),
    readSpace(tx, context, { organizationId, spaceId }),
  ])
  return read === undefined || read.space.deleted_at !== null
    ? undefined
    : { id: spaceId, title: read.space.title }
}

/** Locks the structure and a space that is to be shown: rows of content are locked before sites. */
export async function openStructureFor(
  tx: Transaction,
  context: Context,
  of: OfSite,
  spaceId: string,
): Promise<Structure & { readonly space: ShownSpace }> {
  const [space, found] = await Promise.all([
    spaceToShow(tx, context, of, spaceId),
    openStructure(tx, context, of),
  ])
  if (space === undefined) throw notFound('space', spaceId)
  return { ...found, space }
}
