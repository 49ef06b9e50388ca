import { type RawBuilder, sql } from 'kysely'

import type { InOrganization } from '#/access/content-access.ts'
import { statement } from '#/platform/database/statement.ts'

/** The visibilities of sites, the most open first. */
const byOpenness = sql.lit('{public,unlisted,share-link,visitor-auth}')

/** The place where readers find a space, in the most open of the published sites that show it. */
export interface Publication {
  readonly siteId: string
  readonly visibility: string
  readonly organizationHostname: string
  readonly basename: string
  readonly hostname: string | null
  readonly hostnameLive: boolean
  /** Null where the section, or the site-space, is the default one and not named in the path. */
  readonly sectionPath: string | null
  readonly siteSpacePath: string | null
}

/**
 * The id of the section that `st` shows first, among those that show anything: the chosen one or,
 * while that shows nothing, the first in order. Only then are the other sections looked at.
 */
export function defaultSection(p: InOrganization): RawBuilder<string | null> {
  return sql`coalesce(
    (select st.default_section_id where exists ${shownIn(p, sql`st.default_section_id`)}),
    (select candidate.id from site_section as candidate
     where candidate.organization_id = ${p.organizationId} and candidate.site_id = st.id
       and exists ${shownIn(p, sql`candidate.id`)}
     order by ${placeInSite(p)}
     limit 1))`
}

/**
 * The live spaces that a section of `st` shows. The `offset` makes the planner read by section: a
 * site has many site-spaces.
 */
function shownIn(p: InOrganization, sectionId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select from (
      select inside.space_id from site_space as inside
      where inside.organization_id = ${p.organizationId} and inside.section_id = ${sectionId}
        and inside.site_id = st.id
      order by inside.section_id, inside.position offset 0) as inside
    join content_node as n on n.organization_id = ${p.organizationId} and n.id = inside.space_id
    where n.state = 'live' and n.deleted_at is null)`
}

/** The sort key of the section `candidate`: the positions of the groups around it, then its own. */
function placeInSite(p: InOrganization): RawBuilder<unknown> {
  return sql`coalesce((
      with recursive around as (
        select g.parent_id, array[g.position, g.id] as place from site_section_group as g
        where g.organization_id = ${p.organizationId} and g.site_id = candidate.site_id
          and g.id = candidate.group_id
        union all
        select g.parent_id, array[g.position, g.id] || around.place from around
        join site_section_group as g
          on g.organization_id = ${p.organizationId} and g.site_id = candidate.site_id
            and g.id = around.parent_id
      )
      select around.place from around where around.parent_id is null), '{}')
    || array[candidate.position, candidate.id]`
}

/** The id of the site-space that is shown first in the section `sec`, or in `st` without one. */
function defaultSiteSpace(p: InOrganization): RawBuilder<string | null> {
  const chosen = sql`case when sec.id is null
    then st.default_site_space_id else sec.default_site_space_id end`
  // The fallback has two conditions, because no index serves a single one with "is not distinct
  // from".
  return sql`coalesce(
    ${firstSiteSpace(p, sql`candidate.id = ${chosen} and candidate.section_id is not distinct from sec.id`)},
    ${firstSiteSpace(p, sql`candidate.section_id = sec.id`)},
    ${firstSiteSpace(p, sql`candidate.section_id is null and sec.id is null`)})`
}

function firstSiteSpace(
  p: InOrganization,
  isWanted: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    select candidate.id from site_space as candidate
    join content_node as n
      on n.organization_id = ${p.organizationId} and n.id = candidate.space_id
    where candidate.organization_id = ${p.organizationId} and candidate.site_id = st.id
      and ${isWanted} and n.state = 'live' and n.deleted_at is null
    order by candidate.position, candidate.id
    limit 1)`
}

/**
 * The publication of `node`, which stands in the organization `o`; null when no reader finds it.
 * The site is chosen first, so that the defaults are computed for one site only.
 */
export function publicationOfNode(p: InOrganization): RawBuilder<Publication | null> {
  return sql`(
    select json_build_object(
      'siteId', st.id, 'visibility', st.visibility, 'organizationHostname', o.hostname,
      'basename', st.basename, 'hostname', st.hostname, 'hostnameLive', st.hostname_live,
      'sectionPath', case when sec.id = ${defaultSection(p)} then null else sec.path end,
      'siteSpacePath', case when st.site_space_id = ${defaultSiteSpace(p)} then null else st.path end)
    from (
      select st.*, ss.id as site_space_id, ss.section_id, ss.path
      from (
        select one.site_id, one.id, one.section_id, one.path from site_space as one
        where one.organization_id = ${p.organizationId} and one.space_id = node.id
          and one.openness is not null and node.deleted_at is null
        order by one.openness, one.site_id, one.position, one.id
        limit 1) as ss
      join site as st
        on st.organization_id = ${p.organizationId} and st.id = ss.site_id) as st
    left join site_section as sec on sec.organization_id = ${p.organizationId}
      and sec.site_id = st.id and sec.id = st.section_id)`
}

/** The publication of one space, for answers that read nothing else of it. */
export const selectPublication = statement(
  'publication.of-space',
  (p: { organizationId: string; spaceId: string }) => sql<{
    publication: Publication | null
  }>`
    select ${publicationOfNode(p)} as publication
    from content_node as node
    join organization as o on o.organization_id = ${p.organizationId}
    where node.organization_id = ${p.organizationId} and node.id = ${p.spaceId}`,
)

/** The openness of `st` while it is published, as each of its site-spaces stores it. */
export function opennessOfSite(): RawBuilder<number | null> {
  return sql`case when st.published
    then array_position(${byOpenness}::text[], st.visibility) end`
}

/** Updates the site-spaces after a change of whether a site is published, or to whom. */
export const updateOpenness = statement(
  'site.update-openness',
  (p: { organizationId: string; siteId: string }) => sql`
    update site_space as ss set openness = ${opennessOfSite()}
    from site as st
    where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
      and ss.organization_id = ${p.organizationId} and ss.site_id = ${p.siteId}`,
)

interface WatchedSpaces {
  readonly organizationId: string
  readonly spaceIds: readonly string[]
  /** The site whose spaces are added to `spaceIds`. */
  readonly siteId: string | null
}

export const selectVisibilities = statement(
  'site.space-visibilities',
  (p: WatchedSpaces) => sql<{ id: string; visibility: string }>`
    select node.id, coalesce((
        select st.visibility from site_space as ss
        join site as st on st.organization_id = ${p.organizationId} and st.id = ss.site_id
        where ss.organization_id = ${p.organizationId} and ss.space_id = node.id
          and st.published and node.deleted_at is null
        order by array_position(${byOpenness}::text[], st.visibility)
        limit 1),
      case when node.parent_id is null then 'private' else 'in-collection' end) as visibility
    from content_node as node
    where node.organization_id = ${p.organizationId} and node.kind = 'space'
      and node.state = 'live' and node.id = any (array(
        select unnest(${p.spaceIds}::text[])
        union
        select ss.space_id from site_space as ss
        where ss.organization_id = ${p.organizationId} and ss.site_id = ${p.siteId}))
    order by node.id`,
)

/** Raises the epochs of sites that show any of the spaces. All writers lock sites in one order. */
export const updateEpochsOfSpaces = statement(
  'site.touch-of-spaces',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql<{ id: string }>`
    update site set version = version + 1, epoch = epoch + 1, updated_at = now()
    where organization_id = ${p.organizationId} and id in (
      select st.id from site as st
      where st.organization_id = ${p.organizationId} and st.id in (
        select ss.site_id from site_space as ss
        where ss.organization_id = ${p.organizationId}
          and ss.space_id = any (${p.spaceIds}::text[]))
      order by st.id for update)
    returning id`,
)

type SomeSpaces = Readonly<{ organizationId: string; spaceIds: readonly string[] }>

/** Locks the sites that show any of the spaces, in the order of all writers. */
export const lockSitesOfSpaces = statement(
  'site.lock-of-spaces',
  (p: SomeSpaces) => sql`
    select st.id from site as st
    where st.organization_id = ${p.organizationId} and st.id in (
      select ss.site_id from site_space as ss
      where ss.organization_id = ${p.organizationId}
        and ss.space_id = any (${p.spaceIds}::text[]))
    order by st.id for update`,
)

/** A published site that shows some of the spaces, which are live, and nothing besides. */
export const selectSiteOfOnly = statement(
  'site.of-only-these-spaces',
  (p: SomeSpaces) => sql<{ id: string }>`
    select st.id from site as st
    where st.organization_id = ${p.organizationId} and st.published and st.id in (
      select ss.site_id from site_space as ss
      where ss.organization_id = ${p.organizationId}
        and ss.space_id = any (${p.spaceIds}::text[]))
      and not exists (
        select from site_space as other
        join content_node as n
          on n.organization_id = ${p.organizationId} and n.id = other.space_id
        where other.organization_id = ${p.organizationId} and other.site_id = st.id
          and other.space_id <> all (${p.spaceIds}::text[])
          and n.state = 'live' and n.deleted_at is null)
    order by st.id limit 1`,
)

/**
 * Takes the spaces out of all sites. A section that is left empty is deleted too, and so are the
 * former paths to either.
 */
export const deleteSiteSpacesOf = statement(
  'site.take-spaces',
  (p: { organizationId: string; spaceIds: readonly string[] }) => sql`
    with taken as (
      delete from site_space
      where organization_id = ${p.organizationId} and space_id = any (${p.spaceIds}::text[])
      returning site_id, id, section_id
    ), emptied as (
      delete from site_section as sec using taken
      where sec.organization_id = ${p.organizationId} and sec.site_id = taken.site_id
        and sec.id = taken.section_id and not exists (
          select from site_space as other
          where other.organization_id = ${p.organizationId} and other.site_id = sec.site_id
            and other.section_id = sec.id and other.space_id <> all (${p.spaceIds}::text[]))
      returning sec.site_id, sec.id
    )
    delete from site_former_path as f
    using (select site_id, id from taken union select site_id, id from emptied) as gone
    where f.organization_id = ${p.organizationId} and f.site_id = gone.site_id
      and f.target_id = gone.id`,
)

interface SomeSites {
  readonly organizationId: string
  readonly siteIds: readonly string[]
}

/** Clears the defaults that no longer exist; the first in order takes their place. */
export const updateSiteDefaultsGone = statement(
  'site.forget-defaults',
  (p: SomeSites) => sql`
    update site as st set
      default_section_id = (
        select sec.id from site_section as sec
        where sec.organization_id = ${p.organizationId} and sec.site_id = st.id
          and sec.id = st.default_section_id),
      default_site_space_id = (
        select ss.id from site_space as ss
        where ss.organization_id = ${p.organizationId} and ss.site_id = st.id
          and ss.id = st.default_site_space_id)
    where st.organization_id = ${p.organizationId} and st.id = any (${p.siteIds}::text[]) and (
      (st.default_section_id is not null and not exists (
        select from site_section as sec
        where sec.organization_id = ${p.organizationId} and sec.site_id = st.id
          and sec.id = st.default_section_id))
      or (st.default_site_space_id is not null and not exists (
        select from site_space as ss
        where ss.organization_id = ${p.organizationId} and ss.site_id = st.id
          and ss.id = st.default_site_space_id)))`,
)

export const updateSectionDefaultsGone = statement(
  'site.forget-section-defaults',
  (p: SomeSites) => sql`
    update site_section as sec set default_site_space_id = null
    where sec.organization_id = ${p.organizationId} and sec.site_id = any (${p.siteIds}::text[])
      and sec.default_site_space_id is not null
      and not exists (
        select from site_space as ss
        where ss.organization_id = ${p.organizationId} and ss.site_id = sec.site_id
          and ss.id = sec.default_site_space_id)`,
)
