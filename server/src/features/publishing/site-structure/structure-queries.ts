import { type RawBuilder, sql } from 'kysely'

import { type InOrganization, isVisible } from '#/access/content-access.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import {
  shownSpaces,
  siteColumns,
  siteForCaller,
} from '#/features/publishing/sites/public.ts'
import { type OfSite, opennessOfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import type { GroupNode, LinkNode, SectionNode, SiteSpaceNode } from './site-tree.ts'

/** A site with all of its parts in one row, so that they are read at one moment. */
export const selectStructure = statement(
  'site-structure.for-caller',
  (p: OfCaller & { siteId: string }) =>
    siteForCaller(p)
      .select(siteColumns)
      .select('o.hostname as organization_hostname')
      .select([
        groupsOfSite(p).as('groups'),
        sectionsOfSite(p).as('sections'),
        linksOfSite(p).as('links'),
        siteSpacesOfSite(p, sql`(${isLive()} and ${isVisible(p)})`).as('site_spaces'),
      ]),
)

/** A site with all of its parts, regardless of who reads. */
export const selectStructureForReaders = statement(
  'site-structure.for-readers',
  (p: OfSite) =>
    sqlBuilder
      .selectFrom('site as st')
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .where('st.organization_id', '=', p.organizationId)
      .where('st.id', '=', p.siteId)
      .select(siteColumns)
      .select('o.hostname as organization_hostname')
      .select(shownSpaces(p).as('site_spaces'))
      .select([
        groupsOfSite(p).as('groups'),
        sectionsOfSite(p).as('sections'),
        linksOfSite(p).as('links'),
        siteSpacesOfSite(p, sql`${isLive()}`).as('shown'),
      ]),
)

function groupsOfSite(p: InOrganization): RawBuilder<GroupNode[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', g.id, 'parentId', g.parent_id, 'title', g.title, 'icon', g.icon,
      'position', g.position)), '[]')
    from site_section_group as g
    where g.organization_id = ${p.organizationId} and g.site_id = st.id)`
}

function sectionsOfSite(p: InOrganization): RawBuilder<SectionNode[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', s.id, 'groupId', s.group_id, 'title', s.title, 'path', s.path,
      'description', s.description, 'icon', s.icon, 'condition', s.condition,
      'defaultSiteSpaceId', s.default_site_space_id, 'position', s.position)), '[]')
    from site_section as s
    where s.organization_id = ${p.organizationId} and s.site_id = st.id)`
}

function linksOfSite(p: InOrganization): RawBuilder<LinkNode[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', l.id, 'groupId', l.group_id, 'title', l.title, 'url', l.url,
      'description', l.description, 'icon', l.icon, 'draft', l.draft,
      'condition', l.condition, 'position', l.position)), '[]')
    from site_external_link as l
    where l.organization_id = ${p.organizationId} and l.site_id = st.id)`
}

function siteSpacesOfSite(
  p: InOrganization,
  isShown: RawBuilder<unknown>,
): RawBuilder<SiteSpaceNode[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', ss.id, 'sectionId', ss.section_id, 'spaceId', ss.space_id, 'path', ss.path,
      'condition', ss.condition, 'position', ss.position, 'title', node.title,
      'isLive', ${isLive()}, 'isShown', ${isShown})), '[]')
    from site_space as ss
    join content_node as node
      on node.organization_id = ${p.organizationId} and node.id = ss.space_id
    where ss.organization_id = ${p.organizationId} and ss.site_id = st.id)`
}

function isLive(): RawBuilder<boolean> {
  return sql`(node.state = 'live' and node.deleted_at is null)`
}

/** Locks a space against purge and transfer; rows of content are locked before sites. */
export const lockSpaceToShow = statement(
  'site-structure.lock-space',
  (p: OfCaller & { spaceId: string }) => sql`
    select node.id from content_node as node
    where node.organization_id = ${p.organizationId} and node.id = ${p.spaceId}
      and exists (
        select from member as me
        where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId})
    for key share of node`,
)

type Rows = OfSite & Readonly<{ rows: string }>
type OfPart = OfSite & Readonly<{ id: string }>

export const upsertGroups = statement(
  'site-structure.upsert-groups',
  (p: Rows) => sql`
    insert into site_section_group
      (organization_id, site_id, id, parent_id, title, icon, position)
    select ${p.organizationId}, ${p.siteId}, r.*
    from json_to_recordset(${p.rows}::json)
      as r (id text, "parentId" text, title text, icon text, position text)
    on conflict (organization_id, site_id, id) do update set
      parent_id = excluded.parent_id, title = excluded.title, icon = excluded.icon,
      position = excluded.position`,
)

/** Stores sections without their defaults, which may be site-spaces that do not exist yet. */
export const upsertSections = statement(
  'site-structure.upsert-sections',
  (p: Rows) => sql`
    insert into site_section
      (organization_id, site_id, id, group_id, title, path, description, icon, condition, position)
    select ${p.organizationId}, ${p.siteId}, r.*
    from json_to_recordset(${p.rows}::json)
      as r (id text, "groupId" text, title text, path text, description text, icon text,
        condition text, position text)
    on conflict (organization_id, site_id, id) do update set
      group_id = excluded.group_id, title = excluded.title, path = excluded.path,
      description = excluded.description, icon = excluded.icon,
      condition = excluded.condition, position = excluded.position`,
)

export const upsertLinks = statement(
  'site-structure.upsert-links',
  (p: Rows) => sql`
    insert into site_external_link
      (organization_id, site_id, id, group_id, title, url, description, icon, draft, condition,
        position)
    select ${p.organizationId}, ${p.siteId}, r.*
    from json_to_recordset(${p.rows}::json)
      as r (id text, "groupId" text, title text, url text, description text, icon text,
        draft boolean, condition text, position text)
    on conflict (organization_id, site_id, id) do update set
      group_id = excluded.group_id, title = excluded.title, url = excluded.url,
      description = excluded.description, icon = excluded.icon, draft = excluded.draft,
      condition = excluded.condition, position = excluded.position`,
)

export const upsertSiteSpaces = statement(
  'site-structure.upsert-site-spaces',
  (p: Rows) => sql`
    insert into site_space
      (organization_id, site_id, id, section_id, space_id, path, condition, position, openness,
        created_at)
    select ${p.organizationId}, ${p.siteId}, r.*, (
      select ${opennessOfSite()} from site as st
      where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}), now()
    from json_to_recordset(${p.rows}::json)
      as r (id text, "sectionId" text, "spaceId" text, path text, condition text, position text)
    on conflict (organization_id, site_id, id) do update set
      section_id = excluded.section_id, space_id = excluded.space_id, path = excluded.path,
      condition = excluded.condition, position = excluded.position`,
)

export const updateSectionDefault = statement(
  'site-structure.update-section-default',
  (p: OfPart & { siteSpaceId: string | null }) =>
    sqlBuilder
      .updateTable('site_section')
      .set({ default_site_space_id: p.siteSpaceId })
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('id', '=', p.id),
)

/** Stores the defaults of a site, which are part of its structure, though columns of the site. */
export const updateSiteDefaults = statement(
  'site-structure.update-defaults',
  (p: OfSite & { sectionId: string | null; siteSpaceId: string | null }) =>
    sqlBuilder
      .updateTable('site')
      .set({ default_section_id: p.sectionId, default_site_space_id: p.siteSpaceId })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.siteId),
)

// Each statement deletes one row by its key: for a list of ids the planner reads all rows of the
// site.
export const deleteSiteSpace = statement(
  'site-structure.delete-site-space',
  (p: OfPart) =>
    sqlBuilder
      .deleteFrom('site_space')
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('id', '=', p.id),
)

export const deleteSection = statement('site-structure.delete-section', (p: OfPart) =>
  sqlBuilder
    .deleteFrom('site_section')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.id),
)

export const deleteLink = statement('site-structure.delete-link', (p: OfPart) =>
  sqlBuilder
    .deleteFrom('site_external_link')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.id),
)

export const deleteGroup = statement('site-structure.delete-group', (p: OfPart) =>
  sqlBuilder
    .deleteFrom('site_section_group')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.id),
)
