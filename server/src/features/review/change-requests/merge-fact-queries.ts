import { type RawBuilder, sql } from 'kysely'

import { effectiveRank, type InOrganization, rankOf } from '#/access/content-access.ts'

/** The rules of the space and its organization for merges, as they concern the caller. */
export interface RuleColumns {
  /** The rules in force: those of the space, or inherited ones. */
  readonly merge_rules: unknown
  /** The names of members that the rules name, by id. */
  readonly merge_people: Readonly<Record<string, string>> | null
  readonly merge_actor: StoredUser
}

/** The reviews and checks of the newest content of a change request. */
export interface MarkColumns {
  readonly merge_reviews: readonly StoredReview[] | null
  readonly merge_checks: Readonly<Record<string, StoredCheck>> | null
}

/** Why what somebody said before counts no longer. */
export type Loss = 'gone' | 'suspended' | 'weak'

/** Why a review counts for no rule: what its author has to do with the content, or no longer may. */
export type Standing = 'counts' | 'author' | 'writer' | Loss

interface StoredCheck {
  readonly state: string
  readonly reporter_id: string
  readonly reporter_name: string
  /** Whether the reporter created the change request or wrote in it. */
  readonly is_own: boolean
  readonly loss: Loss | null
}

interface StoredUser {
  readonly user_id: string
  readonly display_name: string
  readonly photo_url: string | null
  readonly email: string | null
}

export interface StoredReview {
  readonly id: string
  readonly revision_id: string
  readonly reviewer_id: string
  readonly status: string
  readonly standing: Standing
  readonly created_at: string
  readonly updated_at: string
  /** The profile of the reviewer; null without an account. */
  readonly reviewer: StoredUser | null
}

/** The joins for `ruleColumns`, where `s` is the space. */
export const ruleJoins = (p: InOrganization) => sql`
  join organization as o on o.organization_id = ${p.organizationId}
  cross join lateral (
    select case when s.merge_rules ->> 'type' = 'inherit' then o.merge_rules
      else s.merge_rules end as rules) as in_force`

/** The columns of the rules, where `me` is the caller. */
export const ruleColumns = (p: InOrganization) => sql`in_force.rules as merge_rules,
  (select jsonb_object_agg(p.user_id, who.display_name)
   from member as p join account as who on who.id = p.user_id
   where p.organization_id = ${p.organizationId} and p.user_id = any(array(
     select jsonb_array_elements_text(rule -> 'users')
     from jsonb_array_elements(in_force.rules -> 'rules') as rule))) as merge_people,
  (select ${userJson('who')} from account as who where who.id = me.user_id) as merge_actor`

/** Whether somebody wrote in the change request `r`; a decision of a conflict is written content. */
function wroteIn(p: InOrganization, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from change_request_contributor as c
    where c.organization_id = ${p.organizationId} and c.space_id = r.space_id
      and c.change_request_id = r.id and c.user_id = ${userId} and c.action = 'edit')`
}

/** What `m` has lost of the role that was needed on `node`; null for nothing. */
function lossOf(p: InOrganization, needed: 'edit' | 'review'): RawBuilder<Loss | null> {
  return sql`case
    when m.user_id is null then 'gone'
    when m.disabled then 'suspended'
    when coalesce(${effectiveRank(p)}, 0) < ${rankOf(sql`${sql.lit(needed)}`)} then 'weak' end`
}

const standing = (p: InOrganization) => sql<Standing>`case
  when v.reviewer_id = r.created_by then 'author'
  when ${wroteIn(p, sql`v.reviewer_id`)} then 'writer'
  else coalesce(${lossOf(p, 'review')}, 'counts') end`

/** The columns of reviews and checks, where `r` is the change request and `b` its branch. */
export const markColumns = (p: InOrganization) => sql`
  (select jsonb_agg(jsonb_build_object('id', v.id, 'revision_id', v.revision_id,
     'reviewer_id', v.reviewer_id, 'status', v.status, 'standing', ${standing(p)},
     'created_at', v.created_at::text, 'updated_at', v.updated_at::text,
     'reviewer', (select ${userJson('who')} from account as who where who.id = v.reviewer_id)
   ) order by v.id)
   from change_request_review as v
   left join member as m on m.organization_id = ${p.organizationId}
     and m.user_id = v.reviewer_id
   left join content_node as node on node.organization_id = ${p.organizationId}
     and node.id = v.space_id
   where v.organization_id = ${p.organizationId} and v.space_id = r.space_id
     and v.change_request_id = r.id and not v.is_outdated) as merge_reviews,
  (select jsonb_object_agg(k.name, jsonb_build_object('state', k.state,
     'reporter_id', k.reported_by, 'reporter_name', who.display_name,
     'is_own', k.reported_by = r.created_by or ${wroteIn(p, sql`k.reported_by`)},
     'loss', ${lossOf(p, 'edit')}))
   from change_request_check as k join account as who on who.id = k.reported_by
   left join member as m on m.organization_id = ${p.organizationId}
     and m.user_id = k.reported_by
   left join content_node as node on node.organization_id = ${p.organizationId}
     and node.id = k.space_id
   where k.organization_id = ${p.organizationId} and k.space_id = r.space_id
     and k.change_request_id = r.id and k.revision_id = b.head_revision_id) as merge_checks`

function userJson(account: string): RawBuilder<unknown> {
  const of = sql.ref(account)
  return sql`jsonb_build_object('user_id', ${of}.id, 'display_name', ${of}.display_name,
    'photo_url', ${of}.photo_url, 'email', ${of}.email)`
}
