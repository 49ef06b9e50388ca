import type { ContentRef, UrlRef } from '@lectern/content/document/references.ts'
import { digitPrefix } from '@lectern/content/look/anchors.ts'
import type { LinkStatus } from '@lectern/content/look/resolve-ref.ts'
import { type RawBuilder, sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import {
  anyNumber,
  atHead,
  type AtRevision,
  type BranchShape,
  headOf,
  type OfBranch,
  pageKinds,
  passedWith,
  versionAt,
} from '#/content-store/branches/public.ts'
import { anchorHashOf } from '#/content-store/documents/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

/** The shape of a statement on the links of one entry, with `only`, or of all. */
interface OfEntry extends BranchShape {
  readonly only: boolean
}
interface EntryParams extends OfBranch {
  readonly entryId: string | undefined
}

/** An entry with paths that led nowhere when it was written. */
export interface BrokenPathsRow {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly path: string | null
  readonly readme: boolean
  readonly refs: readonly UrlRef[]
}

/** The most entries whose broken paths are resolved again; others keep their stored status. */
const entriesMax = 10_000

const brokenPaths = `$[*] ? (@.status == "broken" && @.ref.kind == "url").ref`

/** Selects entries with broken links; a partial index has them, so that no others are read. */
export const selectBrokenPaths = statementByShape<OfEntry, EntryParams, BrokenPathsRow>(
  'content.broken-paths',
  ({ only, isMain }, p) => sql`
    ${passedWith({ isMain }, p, false)}
    select v.entry_id as id, v.kind, v.title, v.attributes ->> 'path' as path,
      coalesce(v.attributes -> 'readme' = 'true', false) as readme,
      jsonb_path_query_array(v.links, ${sql.lit(brokenPaths)}) as refs
    from ${headOf({ isMain }, p)} as v
    where v.links @> '[{"status": "broken"}]'
      ${only ? sql`and v.entry_id = ${p.entryId}` : sql``}
    order by v.entry_id limit ${sql.lit(entriesMax)}`,
)

export interface LinkListShape extends OfEntry {
  readonly status: boolean
  /** Only links broken by the branch, or only links that are broken in the main content too. */
  readonly brokenContext?: 'change-request' | 'space'
  readonly after: boolean
  readonly rowsMax: number
  readonly locationsMax: number
}

interface LinkParams extends EntryParams {
  /** Whoever asks: anchors of spaces that they may not see are not looked at. */
  readonly callerId: string
  /** JSON: the new targets of paths that led nowhere when they were written. */
  readonly found: string
}

interface LinkListParams extends LinkParams {
  readonly status: LinkStatus | undefined
  /** The hashes of broken targets in the content that the branch reads through to. */
  readonly known: readonly string[]
  readonly afterText: string | undefined
  readonly afterHash: string | undefined
}

export interface LinkListRow {
  readonly total: number
  readonly broken: number
  /** The number of broken targets that are not `known`. */
  readonly broken_here: number
  readonly count: number
  /** Null in the one row of an empty page. */
  readonly target: ContentRef | null
  readonly text: string
  readonly hash: string
  readonly status: LinkStatus
  readonly locations: number
  /** The first entries that link to the target. */
  readonly ids: readonly string[]
}

/** The most characters of a target in a cursor; addresses themselves have no bound. */
const textMax = 200

/**
 * The link targets of a branch, once each, with counts over all pages of the list. The statement
 * reads every link of the space and every target once, so each page of the list costs the same.
 */
export const selectLinkTargets = statementByShape<
  LinkListShape,
  LinkListParams,
  LinkListRow
>(
  'content.links',
  (shape, p) => sql`
    with ${judgedLinks(shape, p)}, size as (
      select count(*)::integer as total,
        count(*) filter (where status = 'broken')::integer as broken,
        count(*) filter (where ${isBrokenHere(p)})::integer as broken_here,
        count(*) filter (where ${isWanted(shape, p)})::integer as count
      from judged
    )
    select size.*, page.target, page.text, page.hash, page.status,
      (select count(distinct one.id)::integer from unnest(page.ids) as one (id)) as locations,
      array(
        select distinct one.id from unnest(page.ids) as one (id)
        order by one.id limit ${sql.lit(shape.locationsMax)}) as ids
    from size left join lateral (
      select target, text, hash, status, ids from judged
      where ${isWanted(shape, p)}
        ${shape.after ? sql`and (text, hash) > (${p.afterText}, ${p.afterHash})` : sql``}
      order by text, hash limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.text, page.hash`,
)

/** The hashes of broken targets alone. */
export const selectBrokenTargets = statementByShape<
  OfEntry,
  LinkParams,
  { hash: string }
>(
  'content.broken-links',
  (shape, p) => sql`
    with ${judgedLinks(shape, p)} select hash from judged where status = 'broken'`,
)

/** The tables up to `judged`: every target once, with its current status and linking entries. */
function judgedLinks({ only, isMain }: OfEntry, p: LinkParams): RawBuilder<unknown> {
  return sql`${passedWith({ isMain }, p, true)} found as materialized (
      select f.id collate "C" as id, f.url, f.target, f.status
      from jsonb_to_recordset(${p.found}::jsonb)
        as f (id text, url text, target jsonb, status text)
    ), target as materialized (
      select target, min(status) as said, array_agg(entry_id) as ids
      from (
        select leads.target, leads.status, v.entry_id
        from ${headOf({ isMain }, p)} as v
        cross join lateral (${refsOf()}) as r
        left join found as f on r.status = 'broken' and f.id = v.entry_id
          and f.url = r.ref ->> 'url'
        cross join lateral (${targetOf(p)}) as leads
        where true ${only ? sql`and v.entry_id = ${p.entryId}` : sql``}
        -- Keeps the planner from sorting all of them: it takes them for more than they are.
        offset 0
      ) as link
      group by target
    ), seen_space as materialized (${spacesSeen(p)}
    ), judged as materialized (
      select t.target, t.ids, ${statusNow()} as status,
        left(t.target::text, ${sql.lit(textMax)}) collate "C" as text,
        md5(t.target::text) collate "C" as hash
      from target as t ${targetsAsOfNow({ isMain }, p)}
    )`
}

/** The other spaces with linked anchors that the caller may see. */
function spacesSeen(p: LinkParams): RawBuilder<unknown> {
  return sql`
      select node.id from member as me
      cross join (
        select distinct t.target ->> 'space' as id from target as t
        where t.target ->> 'kind' = 'anchor' and t.target ? 'space'
      ) as other
      cross join lateral (
        select x.id, x.lineage, x.base_level from content_node as x
        where x.organization_id = ${p.organizationId} and x.id = other.id limit 1
      ) as node
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
        and ${isVisible(p)}`
}

function isWanted(
  { status, brokenContext }: LinkListShape,
  p: LinkListParams,
): RawBuilder<unknown> {
  const isAsked = status ? sql`status = ${p.status}` : sql`true`
  if (brokenContext === undefined) return isAsked
  const isHere = isBrokenHere(p)
  return brokenContext === 'change-request'
    ? sql`${isAsked} and ${isHere}`
    : sql`${isAsked} and status = 'broken' and not (${isHere})`
}

/** A subquery is looked up by hash; in a list, every target would be compared with all of it. */
function isBrokenHere(p: LinkListParams): RawBuilder<unknown> {
  return sql`status = 'broken' and hash not in (
    select known.hash from unnest(${p.known}::text[]) as known (hash))`
}

/** Every reference of `v`: its links, and the images and specifications in its attributes. */
function refsOf(): RawBuilder<unknown> {
  return sql`
    select coalesce(l.link -> 'target', l.link -> 'ref') as ref, l.link ->> 'status' as status
    from jsonb_array_elements(v.links) as l (link)
    union all
    select c.ref, 'ok' from (
      values (v.attributes #> '{cover,ref}'), (v.attributes #> '{cover,refDark}'),
        (v.attributes #> '{computed,dependencies,spec,ref}')
    ) as c (ref)
    where c.ref is not null`
}

/**
 * The target of a reference, spelled the same whichever entry it is in, and its stored status where
 * no lookup can find it: for addresses, and for anchors on the entry's own page until the anchors of
 * the page are stored.
 */
function targetOf(p: OfBranch): RawBuilder<unknown> {
  return sql`
    select
      case
        when f.target is not null then f.target
        when r.ref ->> 'kind' = 'anchor' and not r.ref ? 'page'
          then r.ref || jsonb_build_object('page', v.entry_id)
        when r.ref ->> 'space' = ${p.spaceId} and r.ref ->> 'kind' <> 'space'
          then r.ref - 'space'
        else r.ref
      end as target,
      case
        when f.status is not null then f.status
        when r.ref ->> 'kind' in ('url', 'openapi') then r.status
        when r.ref ->> 'kind' = 'anchor'
          and coalesce(r.ref ->> 'page', v.entry_id) = v.entry_id then r.status
        else 'ok'
      end as status`
}

/**
 * The joins that look up the target `t` as of now: targets come and go without the links to them
 * being rewritten. Each is one probe: a planner that may look up all of a kind at once does so.
 */
function targetsAsOfNow(shape: BranchShape, p: OfBranch): RawBuilder<unknown> {
  const spaceId = sql`coalesce(t.target ->> 'space', ${p.spaceId})`
  const own = atHead(shape, p)
  const onOwn = (here: RawBuilder<unknown>, elsewhere: RawBuilder<unknown>) =>
    sql`case when ${spaceId} = ${p.spaceId} then ${here} else ${elsewhere} end`
  const at = shape.isMain
    ? own
    : {
        ...own,
        branchId: onOwn(own.branchId, spaceId),
        mainNumber: onOwn(own.mainNumber, anyNumber),
      }
  const entryId = sql`coalesce(t.target ->> 'page', t.target ->> 'file',
    t.target ->> 'reusableContent')`
  return sql`
    left join ${versionAt({ organizationId: p.organizationId, spaceId }, entryId, at)}
      as entry on not entry.is_gone
    left join lateral (
      select x.kind, x.state = 'live' and x.deleted_at is null as is_live
      from content_node as x
      where x.organization_id = ${p.organizationId}
        and x.id = coalesce(t.target ->> 'space', t.target ->> 'collection') limit 1
    ) as node on node.is_live
    left join lateral (
      select x.user_id from member as x
      where x.organization_id = ${p.organizationId} and x.user_id = t.target ->> 'user'
      limit 1
    ) as person on true
    ${anchorsAsOfNow(p, { spaceId, at })}`
}

/** The id of the reusable content that `l` includes; null for links of other kinds. */
const includedId = sql`(coalesce(l.link -> 'target', l.link -> 'ref') ->> 'reusableContent')`

/**
 * The joins that look up an anchor `t` on the page `entry`: among the anchors of its text and, when
 * it is not there, among those of the reusable contents in it. Contents within those and those of
 * other spaces are not looked into: they count as having it.
 */
function anchorsAsOfNow(
  p: OfBranch,
  { spaceId, at }: { spaceId: RawBuilder<unknown>; at: AtRevision },
): RawBuilder<unknown> {
  const isAsked = sql`t.target ->> 'kind' = 'anchor' and strpos(t.target ->> 'anchor', '%') = 0
    and (not t.target ? 'space' or t.target ->> 'space' in (select s.id from seen_space as s))`
  const of = { organizationId: p.organizationId, spaceId }
  const anchor = sql`(t.target ->> 'anchor')`
  // Anchors that begin with a digit have a prefix that older links leave out; where a page has the
  // words of a content's heading too, the anchor of the latter has a number.
  const hashes = sql`array[${anchorHashOf(anchor)},
    ${anchorHashOf(sql`${sql.lit(digitPrefix)} || ${anchor}`)}]`
  const numbered = sql`array[${anchorHashOf(sql`regexp_replace(${anchor}, '-[0-9]+$', '')`)}]`
  const textOf = (version: string) => sql`
      select d.anchors from document as d
      where d.organization_id = ${p.organizationId} and d.space_id = ${spaceId}
        and d.id = ${sql.ref(`${version}.document_id`)} limit 1`
  const linksOf = (version: string) => sql`(
        select x.links from entry_version as x
        where x.organization_id = ${p.organizationId} and x.space_id = ${spaceId}
          and x.branch_id = ${sql.ref(`${version}.branch_id`)}
          and x.entry_id = ${sql.ref(`${version}.entry_id`)}
          and x.from_number = ${sql.ref(`${version}.from_number`)} limit 1)`
  return sql`
    left join lateral (
      select d.anchors is not null as is_known, d.anchors && ${hashes} as has
      from (${textOf('entry')}) as d
      where ${isAsked}
    ) as own on true
    left join lateral (
      select true as has from jsonb_array_elements(
        case when not own.has then ${linksOf('entry')} end) as l (link)
      left join ${versionAt(of, includedId, at)}
        as content on not content.is_gone
      left join lateral (${textOf('content')}) as d on true
      where ${includedId} is not null and (l.link #> '{ref,space}' is not null
        or (content.entry_id is not null and (d.anchors is null
          or d.anchors && (${hashes} || ${numbered})
          or ${linksOf('content')} @? '$[*].*.reusableContent')))
      limit 1
    ) as included on true`
}

function statusNow(): RawBuilder<unknown> {
  const inLiveSpace = sql`(not t.target ? 'space' or coalesce(node.kind = 'space', false))`
  const kind = sql`(t.target ->> 'kind')`
  const hasAnchor = sql`(own.has is not false or included.has is true)`
  return sql`
    case when coalesce(case
      when ${kind} = 'page' then entry.kind in ${pageKinds} and ${inLiveSpace}
      when ${kind} = 'anchor'
        then entry.kind in ${pageKinds} and ${inLiveSpace} and ${hasAnchor}
      when ${kind} = 'file' then entry.kind = 'file'
      when ${kind} = 'reusable-content'
        then entry.kind = 'reusable-content' and ${inLiveSpace}
      when ${kind} in ('space', 'collection') then node.kind = ${kind}
      when ${kind} = 'user' then person.user_id is not null
      else true end, false)
    then case when own.is_known then 'ok' else t.said end else 'broken' end`
}
