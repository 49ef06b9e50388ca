import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Statement } from '#/platform/database/statement.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { SectionNode, SiteTree } from './site-tree.ts'
import {
  deleteGroup,
  deleteLink,
  deleteSection,
  deleteSiteSpace,
  updateSectionDefault,
  updateSiteDefaults,
  upsertGroups,
  upsertLinks,
  upsertSections,
  upsertSiteSpaces,
} from './structure-queries.ts'

/**
 * Stores the differences between two trees of one site, whose row is locked. The order keeps every
 * reference valid: deletions come last, when no row refers to the deleted ones.
 */
export async function writeTree(
  tx: Transaction,
  site: OfSite,
  before: SiteTree,
  after: SiteTree,
): Promise<void> {
  const { organizationId, siteId } = site
  const of = { organizationId, siteId }
  const upserts = [
    rowsOf(upsertGroups, changed(before.groups, after.groups)),
    rowsOf(
      upsertSections,
      changed(before.sections.map(withoutDefault), after.sections.map(withoutDefault)),
    ),
    rowsOf(upsertLinks, changed(before.links, after.links)),
    rowsOf(upsertSiteSpaces, changed(before.siteSpaces, after.siteSpaces)),
  ].flat()
  const removals = [
    each(deleteSiteSpace, gone(before.siteSpaces, after.siteSpaces)),
    each(deleteSection, gone(before.sections, after.sections)),
    each(deleteLink, gone(before.links, after.links)),
    each(deleteGroup, gone(before.groups, after.groups)),
  ].flat()
  await Promise.all([
    ...upserts.map(async ({ statement, rows }) =>
      tx.run(statement, { ...of, rows: storableJson(rows) }),
    ),
    ...withNewDefaults(before.sections, after.sections).map(
      async ({ id, defaultSiteSpaceId: siteSpaceId }) =>
        tx.run(updateSectionDefault, { ...of, id, siteSpaceId }),
    ),
    ...(haveSameDefaults(before, after)
      ? []
      : [
          tx.run(updateSiteDefaults, {
            ...of,
            sectionId: after.defaultSectionId,
            siteSpaceId: after.defaultSiteSpaceId,
          }),
        ]),
    ...removals.map(async ({ statement, id }) => tx.run(statement, { ...of, id })),
  ])
}

interface Node {
  readonly id: string
}

function changed<Row extends Node>(before: readonly Row[], after: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, JSON.stringify(row)]))
  return after.filter((row) => known.get(row.id) !== JSON.stringify(row))
}

function gone(before: readonly Node[], after: readonly Node[]): string[] {
  const left = new Set(after.map(({ id }) => id))
  return before.map(({ id }) => id).filter((id) => !left.has(id))
}

function withoutDefault(section: SectionNode): SectionNode {
  return { ...section, defaultSiteSpaceId: null }
}

function withNewDefaults(before: readonly SectionNode[], after: readonly SectionNode[]) {
  const known = new Map(before.map((section) => [section.id, section.defaultSiteSpaceId]))
  return after
    .filter(
      ({ id, defaultSiteSpaceId }) => (known.get(id) ?? null) !== defaultSiteSpaceId,
    )
    .map(({ id, defaultSiteSpaceId }) => ({ id, defaultSiteSpaceId }))
}

function haveSameDefaults(before: SiteTree, after: SiteTree): boolean {
  return (
    before.defaultSectionId === after.defaultSectionId &&
    before.defaultSiteSpaceId === after.defaultSiteSpaceId
  )
}

type RowsStatement = Statement<OfSite & Readonly<{ rows: string }>, unknown>
type PartStatement = Statement<OfSite & Node, unknown>

function rowsOf(statement: RowsStatement, rows: readonly Node[]) {
  return rows.length === 0 ? [] : [{ statement, rows }]
}

function each(statement: PartStatement, ids: readonly string[]) {
  return ids.map((id) => ({ statement, id }))
}
